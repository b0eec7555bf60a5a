// A program of a user of openapi-generator's Go client: what it prints is compared by clients.test.ts.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"example.com/acme/schedules"
)

func must[T any](value T, response any, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

type asCSV struct{}

func (asCSV) RoundTrip(request *http.Request) (*http.Response, error) {
	request.Header.Set("Accept", "text/csv")
	return http.DefaultTransport.RoundTrip(request)
}

func main() {
	configuration := schedules.NewConfiguration()
	configuration.Servers = schedules.ServerConfigurations{{URL: os.Args[1]}}
	configuration.AddDefaultHeader("x-api-key", os.Args[2])
	client := schedules.NewAPIClient(configuration)
	ctx := context.Background()

	id := "A"
	link := schedules.NewDependencyLink()
	link.TaskId = &id
	link.SetType("SS")
	link.SetLagDays(2)
	a, b, c := schedules.NewTask("A"), schedules.NewTask("B"), schedules.NewTask("C")
	a.SetDurationDays(3)
	b.SetDurationDays(5)
	b.Predecessors = []schedules.Predecessor{schedules.StringAsPredecessor(&id)}
	c.SetDurationDays(4)
	c.Predecessors = []schedules.Predecessor{schedules.DependencyLinkAsPredecessor(link)}
	tasks := []schedules.Task{*a, *b, *c}

	request := schedules.NewCPMRequest()
	request.SetTasks(tasks)
	request.SetCalendar(schedules.WorkCalendarAsCalendar(schedules.NewWorkCalendar([]int32{1, 2, 3, 4, 5, 6, 7})))
	called := must(client.AnalysisAPI.AnalysisCpm(ctx).Body(*request).Execute())
	submission := schedules.NewCPMJobRequest()
	submission.SetTasks(tasks)
	accepted := must(client.AnalysisAPI.AnalysisCpmAsync(ctx).Body(*submission).Execute())
	job := must(client.JobsAPI.JobsRead(ctx, accepted.JobId).Execute())
	for job.Status == "queued" || job.Status == "processing" {
		time.Sleep(100 * time.Millisecond)
		job = must(client.JobsAPI.JobsRead(ctx, accepted.JobId).Execute())
	}
	wrong := schedules.NewCPMRequest()
	wrong.SetTasks(tasks)
	wrong.SetStatusDate("soon")
	_, response, err := client.AnalysisAPI.AnalysisCpm(ctx).Body(*wrong).Execute()
	refusal := err.(*schedules.GenericOpenAPIError).Model().(schedules.ValidationRefusal)
	options := schedules.NewBaselineCompareOptions()
	options.SetMatchStrategy("id")
	current, baseline := schedules.NewCurrentSchedule(), schedules.NewBaselineSchedule()
	current.SetStatusDate("2026-03-09")
	baseline.SetBaselineDate("2026-03-02")
	current.SetTasks(tasks)
	baseline.SetTasks(tasks)
	body := schedules.NewBaselineCompareRequest(*current, *baseline)
	body.Options = options
	compared := must(client.ForensicsAPI.ForensicsBaselineCompare(ctx).Body(*body).Execute())

	file, err := os.Open(os.Args[3])
	if err != nil {
		panic(err)
	}
	kept := must(client.AnalysisAPI.SchedulesCreate(ctx).Schedule(file).Execute())
	keptCurrent, keptBaseline := schedules.NewCurrentSchedule(), schedules.NewBaselineSchedule()
	keptCurrent.SetScheduleId(kept.ScheduleId)
	keptBaseline.SetScheduleId(kept.ScheduleId)
	pair := schedules.NewBaselineCompareRequest(*keptCurrent, *keptBaseline)
	same := must(client.ForensicsAPI.ForensicsBaselineCompare(ctx).Body(*pair).Execute())
	// the client reads JSON alone: of another form the bytes are in the response
	configuration.HTTPClient = &http.Client{Transport: asCSV{}}
	named := schedules.NewCPMRequest()
	named.SetScheduleId(kept.ScheduleId)
	_, table, _ := client.AnalysisAPI.AnalysisCpm(ctx).Body(*named).Table("tasks").Execute()
	csv, err := io.ReadAll(table.Body)
	if err != nil {
		panic(err)
	}

	late := []any{}
	for _, task := range called.Data.Tasks {
		late = append(late, task.LateFinish)
	}
	text, err := json.Marshal(map[string]any{
		"days":     called.Data.ProjectDurationDays,
		"path":     called.Data.CriticalPath,
		"late":     late,
		"job":      []any{job.Status, job.Result.Data["project_duration_days"]},
		"refused":  []any{response.StatusCode, refusal.Code, refusal.Detail[0].Loc},
		"pairs":    compared.Data.Matching.PairCount,
		"endpoint": compared.Metadata.Endpoint,
		"kept":     []any{kept.Counts.Tasks, same.Data.Matching.PairCount},
		"csv":      strings.Split(strings.TrimPrefix(string(csv), "\ufeff"), ",")[0],
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(string(text))
}
