/*
 * The passes of compute/engine/wasm/assembly/kernel in C, on columns of its own: what the kernel in WebAssembly is compared with. Same
 * algorithm, same order of every operation, so that what comes out is equal to the bit.
 *   kernel FILE RUNS OUT: FILE as beside-c.ts writes it; prints the processor time of each run in us; the last one goes to OUT.
 * Each run allocates what it needs and frees it, as a call does.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FS, SS, FF, SF };
enum { NOT_STARTED, IN_PROGRESS, COMPLETE };
enum { NO_CONSTRAINT, ASAP, ALAP, SNET, SNLT, FNET, FNLT, MSO, MFO, SO, FO };
enum { DRIVING = 1, VIOLATED = 2 };
#define EPSILON 1e-6
#define BLOCK 16384
#define inline __inline__ __attribute__((always_inline))

/* as given, by task; links at their successor */
typedef struct {
  uint32_t tasks, links, ranks, own_lags, override;
  double data_date, floor, must_finish;
  uint32_t *start, *order;
  int32_t *task;
  uint8_t *type, *state, *constraint;
  double *lag, *given_lag, *remaining, *constraint_offset, *reported_start, *reported_finish;
} Input;

/* as it comes out, by task; the first ten have 8 bytes an entry */
typedef struct {
  double finish;
  double *passed_start, *passed_finish, *early_start, *early_finish, *late_start, *late_finish, *total, *free;
  double *shift, *link_float;
  uint8_t *marks, *on_path, *critical;
} Output;

/* by rank, `from` in the columns as given, with what the successors have left so far */
typedef struct {
  uint32_t *start, *from, *task;
  uint8_t *type, *state, *constraint, *on_path;
  double *lag, *given_lag, *remaining, *constraint_offset, *reported_start, *reported_finish;
  double *early_start, *early_finish, *late, *free;
} Ranked;

static double snap(double x) {
  if (x == floor(x)) return x;
  double scaled = x * 1e6, up = ceil(scaled);
  double grid = (up - 0.5 <= scaled ? up : up - 1) / 1e6;
  return fabs(x - grid) < 1e-8 ? grid + 0.0 : x;
}
static double larger(double a, double b) { return a > b ? a : b; }
static double smaller(double a, double b) { return a < b ? a : b; }
static int from_finish(int type) { return type == FS || type == FF; }
static int to_start(int type) { return type <= SS; }
static int is_pin(int code) { return code == MSO || code == MFO; }
static double wanted_start(int code, double offset, double remaining) {
  return code == FNET || code == FNLT || code == MFO || code == FO ? offset - remaining : offset;
}
static double constrained_start(int code, double offset, double remaining, double by_logic, double data_date) {
  if (is_pin(code)) return larger(wanted_start(code, offset, remaining), data_date);
  if (code == SNET || code == FNET || code == SO || code == FO) return larger(by_logic, wanted_start(code, offset, remaining));
  return by_logic;
}
static double constrained_finish(int code, double offset, double remaining, double needed) {
  if (code == MFO) return offset;
  if (code == MSO) return offset + remaining;
  if (code == FNLT || code == FO) return smaller(needed, offset);
  if (code == SNLT || code == SO) return smaller(needed, offset + remaining);
  return needed;
}

static void *taken(size_t bytes) {
  void *memory = malloc(bytes ? bytes : 1);
  if (!memory) exit(3);
  return memory;
}
#define MANY(kind, count) ((kind *)taken((size_t)(count) * sizeof(kind)))

/* step by step, so that what lies anywhere in memory is waited for together */
static void renumber(const Input *in, Ranked *by) {
  uint32_t *rank = MANY(uint32_t, in->tasks), end = 0;
  for (uint32_t r = 0; r < in->ranks; r++) rank[in->order[r]] = r;
  by->start[0] = 0;
  for (uint32_t begin = 0; begin < in->ranks; begin += BLOCK) {
    uint32_t last = begin + BLOCK < in->ranks ? begin + BLOCK : in->ranks, first = end;
    for (uint32_t r = begin; r < last; r++) {
      uint32_t s = in->order[r];
      by->from[r] = in->start[s];
      by->start[r + 1] = by->start[r] + in->start[s + 1] - in->start[s];
    }
    for (uint32_t r = begin; r < last; r++) {
      uint32_t s = in->order[r];
      by->remaining[r] = in->remaining[s];
      by->state[r] = in->state[s];
      by->constraint[r] = in->constraint[s];
    }
    for (uint32_t r = begin; r < last; r++) {
      uint32_t s = in->order[r];
      if (by->constraint[r]) by->constraint_offset[r] = in->constraint_offset[s];
      if (!by->state[r]) continue;
      by->reported_start[r] = in->reported_start[s];
      by->reported_finish[r] = in->reported_finish[s];
    }
    for (uint32_t r = begin; r < last; r++)
      for (uint32_t k = by->from[r]; end < by->start[r + 1]; k++, end++) {
        by->task[end] = in->task[k];
        by->type[end] = in->type[k];
        by->lag[end] = in->lag[k];
        if (in->own_lags) by->given_lag[end] = in->given_lag[k];
      }
    for (uint32_t k = first; k < end; k++) by->task[k] = rank[by->task[k]];
  }
  free(rank);
}

static inline double start_by_links(const Ranked *by, uint32_t r, double remaining) {
  double earliest = -INFINITY;
  for (uint32_t k = by->start[r]; k < by->start[r + 1]; k++) {
    uint32_t p = by->task[k];
    int type = by->type[k];
    double bound = (from_finish(type) ? by->early_finish[p] : by->early_start[p]) + by->lag[k];
    if (!to_start(type)) bound -= remaining;
    if (bound > earliest) earliest = bound;
  }
  return earliest;
}

static void forward(const Input *given, const Ranked *ranked, double *incomplete, double *complete) {
  const Input local_in = *given, *in = &local_in;
  const Ranked local_by = *ranked, *by = &local_by;
  *incomplete = *complete = -INFINITY;
  for (uint32_t r = 0; r < in->ranks; r++) {
    double left = by->remaining[r], earliest = -INFINITY;
    if (!(in->override && by->state[r] != NOT_STARTED)) earliest = start_by_links(by, r, left);
    earliest = larger(in->data_date, earliest);
    if (by->constraint[r]) earliest = constrained_start(by->constraint[r], by->constraint_offset[r], left, earliest, in->data_date);
    earliest = snap(earliest);
    double finish = snap(earliest + left);
    by->early_start[r] = earliest;
    by->early_finish[r] = finish;
    by->late[r] = by->free[r] = INFINITY;
    by->on_path[r] = 0;
    if (by->state[r] != COMPLETE) *incomplete = larger(*incomplete, finish);
    else *complete = larger(*complete, by->reported_finish[r]);
  }
}

static inline double offered_float(const Ranked *by, uint32_t k, uint32_t p, uint32_t s) {
  int type = by->type[k];
  return snap((to_start(type) ? by->early_start[s] : by->early_finish[s]) -
              (from_finish(type) ? by->early_finish[p] : by->early_start[p]) - by->lag[k]);
}

static void reverse(const Input *given, const Ranked *ranked, const Output *result, int all_complete, double last) {
  const Input local_in = *given, *in = &local_in;
  const Ranked local_by = *ranked, *by = &local_by;
  const Output local_out = *result, *out = &local_out;
  double finish = out->finish;
  int has_shift = 0;
  for (uint32_t r = in->ranks; r-- > 0;) {
    uint32_t s = in->order[r], first = by->start[r], end = by->start[r + 1], to = by->from[r] - first;
    int state = by->state[r], complete = state == COMPLETE, code = by->constraint[r];
    int counts = !(in->override && state != NOT_STARTED);
    double left = by->remaining[r], start_at = by->early_start[r], finish_at = by->early_finish[r];
    double needed = by->late[r];
    if (!complete && !(needed < last)) needed = last;
    needed = snap(needed);
    double latest = needed;
    if (code) latest = snap(constrained_finish(code, by->constraint_offset[r], left, needed));
    double latest_start = snap(latest - left);
    int hands_on = counts && !(complete && latest == INFINITY);
    int reached = complete && finish_at > in->data_date + EPSILON;
    double to_start_at = complete && !reached ? by->reported_start[r] : start_at;
    double to_finish_at = complete && !reached ? by->reported_finish[r] : finish_at;
    double least = INFINITY;
    for (uint32_t k = first; k < end; k++) {
      uint32_t p = by->task[k];
      int type = by->type[k];
      double lag = by->lag[k], between;
      if (hands_on) {
        double bound = (to_start(type) ? latest_start : latest) - lag;
        if (!from_finish(type)) bound += by->remaining[p];
        if (bound < by->late[p]) by->late[p] = bound;
      }
      if (by->state[p] == COMPLETE && !(by->early_finish[p] > in->data_date + EPSILON))
        between = (to_start(type) ? to_start_at : to_finish_at) -
                  (from_finish(type) ? smaller(by->reported_finish[p], in->data_date) : by->reported_start[p]) -
                  by->given_lag[k];
      else
        between = (to_start(type) ? to_start_at : to_finish_at) - (from_finish(type) ? by->early_finish[p] : by->early_start[p]) - lag;
      out->link_float[to + k] = between = snap(between);
      if (between < least) least = between;
    }
    double free_float = by->free[r], shift = 0;
    int marks = counts;
    if (complete) {
      if (free_float != INFINITY && counts)
        for (uint32_t k = first; k < end; k++) {
          uint32_t p = by->task[k];
          double leaves = offered_float(by, k, p, r) + free_float;
          if (leaves < by->free[p]) by->free[p] = leaves;
        }
      free_float = NAN;
      marks = reached;
    } else {
      if (free_float == INFINITY) free_float = snap(finish - finish_at);
      free_float = larger(0, free_float);
      if (code == ALAP && free_float > 0) {
        if (!has_shift) memset(out->shift, 0, in->tasks * sizeof(double));
        has_shift = 1;
        out->shift[s] = shift = free_float;
        free_float = 0;
      }
    }
    int ends = all_complete || complete ? all_complete && by->reported_finish[r] >= finish - EPSILON : finish_at >= finish - EPSILON;
    int on_path = ends || by->on_path[r];
    by->on_path[r] = on_path;
    for (uint32_t k = first; k < end; k++) {
      uint32_t p = by->task[k];
      double between = out->link_float[to + k];
      int mark = 0;
      if (marks) {
        if (least <= EPSILON && between - least <= EPSILON) {
          mark = DRIVING;
          if (on_path) by->on_path[p] = 1;
        }
        if (between < -EPSILON) mark |= VIOLATED;
      }
      out->marks[to + k] = mark;
      if (complete || !counts) continue;
      double leaves = (by->state[p] == COMPLETE ? offered_float(by, k, p, r) : between) + shift;
      if (leaves < by->free[p]) by->free[p] = leaves;
    }
    double total = NAN;
    if (complete) latest = latest_start = NAN;
    else {
      if (is_pin(code)) {
        double by_logic = larger(in->data_date, counts ? start_by_links(by, r, left) : -INFINITY);
        double wanted = snap(wanted_start(code, by->constraint_offset[r], left) - by_logic);
        total = smaller(smaller(0, wanted), snap(needed - finish_at));
      } else total = snap(latest - finish_at);
      if (shift > 0) total = snap(total - shift);
    }
    out->early_start[s] = state == NOT_STARTED ? snap(start_at + shift) : by->reported_start[r];
    out->early_finish[s] = complete ? by->reported_finish[r] : snap(finish_at + shift);
    out->late_start[s] = latest_start;
    out->late_finish[s] = latest;
    out->total[s] = total;
    out->free[s] = free_float;
    out->critical[s] = total <= EPSILON;
    out->passed_start[s] = start_at;
    out->passed_finish[s] = finish_at;
    out->on_path[s] = on_path;
  }
}

static void compute(const Input *in, Output *out) {
  size_t n = in->tasks, m = in->links, ranks = in->ranks;
  int listed = n == ranks;
  for (uint32_t r = 0; listed && r < ranks; r++) listed = in->order[r] == r;
  double *days = MANY(double, 9 * n + m);
  double **columns[] = {&out->passed_start, &out->passed_finish, &out->early_start, &out->early_finish, &out->late_start,
                        &out->late_finish, &out->total, &out->free, &out->shift, &out->link_float};
  for (int c = 0; c < 10; c++) *columns[c] = days + c * n;
  out->marks = MANY(uint8_t, m + 2 * n);
  out->on_path = out->marks + m;
  out->critical = out->on_path + n;
  if (ranks < n) {
    for (size_t i = 0; i < 8 * n; i++) days[i] = i < 2 * n ? 0 : NAN;
    memset(out->on_path, 0, 2 * n);
  }
  double *scratch = 0;
  uint32_t *indices = 0;
  uint8_t *codes = 0;
  Ranked by = {in->start, in->start, (uint32_t *)in->task, in->type, in->state, in->constraint, out->on_path, in->lag, in->given_lag,
               in->remaining, in->constraint_offset, in->reported_start, in->reported_finish, out->passed_start,
               out->passed_finish, out->late_finish, out->free};
  if (!listed) {
    scratch = MANY(double, 8 * n + (in->own_lags ? 2 : 1) * m);
    indices = MANY(uint32_t, 2 * n + 1 + m);
    codes = MANY(uint8_t, 3 * n + m);
    double **ranked[] = {&by.remaining, &by.constraint_offset, &by.reported_start, &by.reported_finish,
                         &by.early_start, &by.early_finish, &by.late, &by.free};
    for (int c = 0; c < 8; c++) *ranked[c] = scratch + c * n;
    by.lag = scratch + 8 * n;
    by.given_lag = in->own_lags ? by.lag + m : by.lag;
    by.start = indices;
    by.from = indices + n + 1;
    by.task = by.from + n;
    by.state = codes;
    by.constraint = codes + n;
    by.on_path = codes + 2 * n;
    by.type = codes + 3 * n;
    renumber(in, &by);
  }
  double incomplete, complete;
  forward(in, &by, &incomplete, &complete);
  int all_complete = incomplete == -INFINITY;
  out->finish = all_complete ? (complete == -INFINITY ? in->floor : complete) : incomplete;
  reverse(in, &by, out, all_complete, isnan(in->must_finish) ? out->finish : in->must_finish);
  free(scratch);
  free(indices);
  free(codes);
}

static void read_column(FILE *file, void *at, size_t bytes) {
  void *column = taken(bytes);
  if (fread(column, 1, bytes, file) != bytes) exit(4);
  *(void **)at = column;
}

static double now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

int main(int count, char **given) {
  if (count != 4) return 2;
  FILE *file = fopen(given[1], "rb");
  if (!file) return 2;
  Input in;
  uint32_t counts[6];
  double dates[3];
  if (fread(counts, 1, sizeof counts, file) != sizeof counts || fread(dates, 1, sizeof dates, file) != sizeof dates) return 4;
  in.tasks = counts[0], in.links = counts[1], in.ranks = counts[2], in.own_lags = counts[3], in.override = counts[4];
  in.data_date = dates[0], in.floor = dates[1], in.must_finish = dates[2];
  size_t n = in.tasks, m = in.links;
  read_column(file, &in.lag, 8 * m);
  read_column(file, &in.given_lag, 8 * m);
  read_column(file, &in.remaining, 8 * n);
  read_column(file, &in.constraint_offset, 8 * n);
  read_column(file, &in.reported_start, 8 * n);
  read_column(file, &in.reported_finish, 8 * n);
  read_column(file, &in.start, 4 * (n + 1));
  read_column(file, &in.task, 4 * m);
  read_column(file, &in.order, 4 * (size_t)in.ranks);
  read_column(file, &in.type, m);
  read_column(file, &in.state, n);
  read_column(file, &in.constraint, n);
  fclose(file);
  Output out = {0};
  for (int run = atoi(given[2]); run > 0; run--) {
    double from = now_us();
    compute(&in, &out);
    printf("%.1f\n", now_us() - from);
    if (run == 1) break;
    free(out.passed_start);
    free(out.marks);
  }
  FILE *to = fopen(given[3], "wb");
  if (!to) return 2;
  fwrite(out.passed_start, 8, 8 * n, to);
  fwrite(out.link_float, 8, m, to);
  fwrite(out.marks, 1, m + 2 * n, to);
  fclose(to);
  return 0;
}
