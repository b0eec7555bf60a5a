/*
 * Times MPXJ on one project file: the line "read" on standard input reads it, "schedule" schedules what was read last; each is answered with the
 * milliseconds and the number of tasks. Started by mpxj-process.ts, uncompiled: java -cp 'JARS/*' ReadAndSchedule.java FILE
 */
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import org.mpxj.ProjectFile;
import org.mpxj.cpm.MicrosoftScheduler;
import org.mpxj.cpm.PrimaveraScheduler;
import org.mpxj.mspdi.MSPDIReader;
import org.mpxj.primavera.PrimaveraXERFileReader;

public class ReadAndSchedule {
  public static void main(String[] arguments) throws Exception {
    byte[] bytes = Files.readAllBytes(Path.of(arguments[0]));
    boolean isXer = arguments[0].endsWith(".xer");
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
    ProjectFile file = null;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      long begun = System.nanoTime();
      if (line.equals("read")) {
        ByteArrayInputStream stream = new ByteArrayInputStream(bytes);
        file = isXer ? new PrimaveraXERFileReader().read(stream) : new MSPDIReader().read(stream);
      } else {
        LocalDateTime start = file.getProjectProperties().getStartDate();
        if (isXer) new PrimaveraScheduler().schedule(file, start);
        else new MicrosoftScheduler().schedule(file, start);
      }
      System.out.println((System.nanoTime() - begun) / 1e6 + " " + file.getTasks().size());
    }
  }
}
