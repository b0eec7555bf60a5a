/*
 * The passes by the clock of compute/engine/wasm/assembly/kernel/clock in C, by the rules of P6, on columns of its own: what the kernel in
 * WebAssembly is compared with. Same algorithm, same order of every operation, so that what comes out is equal to the bit.
 *   clock FILE RUNS OUT: FILE as clock-beside-c.ts writes it; prints the processor time of each run in us; the last one goes to OUT.
 * Each run makes the tables of the calendars and allocates what it needs, as a call does.
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
enum { START_MILESTONE = 9, FINISH_MILESTONE };
enum { LAG_PREDECESSOR, LAG_SUCCESSOR, LAG_PROJECT, LAG_24_HOUR };
enum { FLOAT_OF_START, FLOAT_OF_FINISH, FLOAT_SMALLEST };
enum { DRIVING = 1, VIOLATED = 2 };
#define EPSILON 1e-6
#define BLOCK 16384
#define DAY 1440.0
#define STEP 512.0
#define inline __inline__ __attribute__((always_inline))

/* as given, by task; links at their successor; rare columns may be missing */
static uint32_t tasks, links, ranks, override, lag_rule, float_rule, project_calendar, round_the_clock, calendar_count;
static double data_date, origin, project_start, must_finish, critical_float;
static uint32_t *start, *order, *day_count, *numbers_from;
static int32_t *task;
static uint16_t *calendar;
static uint8_t *type, *state, *constraint, *point, *elapsed, *second;
static double *lag_days, *remaining_days, *constraint_offset, *reported_start, *reported_finish, *numbers;
static double *second_moment, *expected_finish, *suspend, *resume, *external_start, *external_finish;

/* as it comes out, by task */
static double *out_days, *passed_start, *passed_finish, *early_start, *early_finish, *late_start, *late_finish, *total, *free_float;
static double *shift_days, *link_float;
static uint8_t *marks, *on_path_task, *critical;

/* by rank, `from` in the columns as given; moments and minutes */
static uint32_t *r_start, *r_from, *r_task;
static uint8_t *r_type, *r_state, *r_constraint, *r_point, *r_on_path;
static uint16_t *r_calendar;
static double *r_lag, *r_minutes, *r_moment, *r_reported_start, *r_reported_finish, *r_early_start, *r_early_finish, *r_late, *r_free;
static double *work_start, *work_finish, *r_latest;
static double data_moment, must_moment, finish_moment, last_moment;

typedef struct { double from, to, before; } Period;
typedef struct { double first_day, last_day, day_work, work_before, added; } Exception;
typedef struct { double work; const Period *first, *end; } DayEntry;
typedef struct {
  double minutes_per_day, first_day, day_count, work_before, work;
  const double *week, *first_periods;
  const Period *periods;
  const Exception *exceptions;
  DayEntry *days;
  uint32_t *steps, exception_count, continuous;
} Calendar;
static Calendar *calendars;

static double snap(double x) {
  if (x == floor(x)) return x;
  double scaled = x * 1e6, up = ceil(scaled);
  double grid = (up - 0.5 <= scaled ? up : up - 1) / 1e6;
  return fabs(x - grid) < 1e-8 ? grid + 0.0 : x;
}
static double rounded(double x) {
  double up = ceil(x);
  return up - 0.5 <= x ? up : up - 1;
}
static double larger(double a, double b) { return a > b ? a : b; }
static double smaller(double a, double b) { return a < b ? a : b; }
static int from_finish(int relation) { return relation == FS || relation == FF; }
static int to_start(int relation) { return relation <= SS; }
static int is_pin(int code) { return code == MSO || code == MFO; }
static double moment_at(double offset) { return rounded(offset * DAY) + origin; }
static double offset_at(double moment) { return (moment - origin) / DAY; }

static void *taken(size_t bytes) {
  void *memory = malloc(bytes ? bytes : 1);
  if (!memory) exit(3);
  return memory;
}
#define MANY(kind, count) ((kind *)taken((size_t)(count) * sizeof(kind)))

/* calendars */

static void set_periods(const Calendar *c, DayEntry *entry, size_t pattern) {
  entry->first = c->periods + (size_t)c->first_periods[pattern];
  entry->end = c->periods + (size_t)c->first_periods[pattern + 1];
}
static int last_day_up_to(const Calendar *c, double day) {
  uint32_t low = 0, high = c->exception_count;
  while (low < high) {
    uint32_t middle = (low + high) >> 1;
    if (c->exceptions[middle].first_day <= day) low = middle + 1;
    else high = middle;
  }
  return (int)low - 1;
}
static int last_work_up_to(const Calendar *c, double work) {
  uint32_t low = 0, high = c->exception_count;
  while (low < high) {
    uint32_t middle = (low + high) >> 1;
    if (c->exceptions[middle].work_before <= work) low = middle + 1;
    else high = middle;
  }
  return (int)low - 1;
}
static DayEntry find_day(const Calendar *c, double day) {
  DayEntry found;
  int e = last_day_up_to(c, day);
  if (e >= 0 && day <= c->exceptions[e].last_day) {
    found.work = c->exceptions[e].work_before + (day - c->exceptions[e].first_day) * c->exceptions[e].day_work;
    set_periods(c, &found, 7 + e);
    return found;
  }
  double weeks = floor((day + 3) / 7);
  size_t weekday = (size_t)(day + 3 - weeks * 7);
  found.work = weeks * c->week[7] + c->week[weekday] + (e < 0 ? 0 : c->exceptions[e].added);
  set_periods(c, &found, weekday);
  return found;
}
static void lay_calendar(Calendar *c, const double *n, double first_day, size_t days) {
  size_t patterns = (size_t)n[2];
  *c = (Calendar){.minutes_per_day = n[0], .continuous = n[1] != 0, .exception_count = (uint32_t)n[3], .week = n + 4, .first_periods = n + 12};
  c->periods = (const Period *)(c->first_periods + patterns + 1);
  c->exceptions = (const Exception *)(c->periods + (size_t)c->first_periods[patterns]);
  c->first_day = first_day;
  if (days == 0 || c->continuous) return;
  c->days = MANY(DayEntry, days + 1);
  c->steps = MANY(uint32_t, days * 3 + 2);
  double work = c->work_before = find_day(c, first_day).work;
  size_t e = (size_t)(last_day_up_to(c, first_day) + 1), weekday = (size_t)(first_day + 3 - floor((first_day + 3) / 7) * 7), step = 0;
  for (size_t d = 0; d <= days; d++) {
    double day = first_day + (double)d;
    if (e < c->exception_count && day >= c->exceptions[e].first_day) e++;
    int is_exception = e > 0 && day <= c->exceptions[e - 1].last_day;
    c->days[d].work = work;
    set_periods(c, &c->days[d], is_exception ? 6 + e : weekday);
    if (d == days) break;
    work += is_exception ? c->exceptions[e - 1].day_work : c->week[weekday + 1] - c->week[weekday];
    for (; step * STEP + c->work_before < work; step++) c->steps[step] = (uint32_t)d;
    weekday = weekday == 6 ? 0 : weekday + 1;
  }
  c->work = work - c->work_before;
  c->day_count = (double)days;
}
static inline const DayEntry *find(const Calendar *c, double moment, double *minute, DayEntry *found) {
  double day = floor(moment / DAY), nth = day - c->first_day;
  *minute = moment - day * DAY;
  if (nth >= 0 && nth < c->day_count) return c->days + (uint32_t)nth;
  *found = find_day(c, day);
  return found;
}
static double work_at(const Calendar *c, double moment) {
  if (c->continuous) return moment;
  DayEntry found;
  double minute;
  const DayEntry *day = find(c, moment, &minute, &found);
  for (const Period *p = day->end; p-- > day->first;)
    if (minute > p->from) return day->work + p->before + smaller(minute, p->to) - p->from;
  return day->work;
}
static inline double moment_in(const Period *end, double day, double work) {
  const Period *p = end - 1;
  while (p->before > work) p--;
  return day * DAY + p->from + work - p->before;
}
static double find_start(const Calendar *c, double work) {
  DayEntry found;
  int e = last_work_up_to(c, work);
  if (e >= 0) {
    const Exception *x = c->exceptions + e;
    double into = work - x->work_before;
    if (into < (x->last_day + 1 - x->first_day) * x->day_work) {
      double nth = floor(into / x->day_work);
      set_periods(c, &found, 7 + e);
      return moment_in(found.end, x->first_day + nth, into - nth * x->day_work);
    }
  }
  double of_weeks = e < 0 ? work : work - c->exceptions[e].added, weeks = floor(of_weeks / c->week[7]), rest = of_weeks - weeks * c->week[7];
  size_t weekday = 6;
  while (c->week[weekday] > rest || c->week[weekday] == c->week[weekday + 1]) weekday--;
  set_periods(c, &found, weekday);
  return moment_in(found.end, weeks * 7 - 3 + (double)weekday, rest - c->week[weekday]);
}
static double start_of(const Calendar *c, double work) {
  if (c->continuous) return work;
  double into = work - c->work_before;
  if (!(into >= 0 && into < c->work)) return find_start(c, work);
  const DayEntry *day = c->days + c->steps[(uint32_t)(into * (1 / STEP))];
  while (day[1].work <= work) day++;
  return moment_in(day->end, c->first_day + (double)(day - c->days), work - day->work);
}
static double end_of(const Calendar *c, double work) { return c->continuous ? work : start_of(c, work - 1) + 1; }
static double next_work(const Calendar *c, double moment, double *work) {
  *work = moment;
  if (c->continuous) return moment;
  DayEntry found;
  double minute;
  const DayEntry *day = find(c, moment, &minute, &found);
  *work = day->work;
  for (const Period *p = day->end; p-- > day->first;) {
    if (minute < p->from) continue;
    *work += p->before + smaller(minute, p->to) - p->from;
    if (minute < p->to) return moment;
    break;
  }
  return start_of(c, *work);
}
static double previous_work(const Calendar *c, double moment, double *work) {
  *work = moment;
  if (c->continuous) return moment;
  DayEntry found;
  double minute;
  const DayEntry *day = find(c, moment, &minute, &found);
  *work = day->work;
  for (const Period *p = day->end; p-- > day->first;) {
    if (minute <= p->from) continue;
    *work += p->before + smaller(minute, p->to) - p->from;
    if (minute <= p->to) return moment;
    break;
  }
  return end_of(c, *work);
}
static double work_between(const Calendar *c, double from, double to) { return work_at(c, to) - work_at(c, from); }
static double finish_after(const Calendar *c, double from, double minutes) {
  return minutes == 0 ? from : end_of(c, work_at(c, from) + minutes);
}
static double start_before(const Calendar *c, double to, double minutes) {
  return minutes == 0 ? to : start_of(c, work_at(c, to) - minutes);
}
static double moved_from(const Calendar *c, double work, double minutes) {
  return minutes >= 0 ? end_of(c, work + minutes) : start_of(c, work + minutes);
}

/* lags */

static inline const Calendar *calendar_of(uint32_t r) { return calendars + r_calendar[r]; }
static inline double rare_date(const double *dates, uint32_t r) { return dates ? dates[order[r]] : NAN; }
static const Calendar *lag_calendar(uint32_t k, uint32_t shift, uint32_t p, uint32_t r) {
  if (lag_rule == LAG_24_HOUR || (elapsed && elapsed[k + shift] == 1)) return calendars + round_the_clock;
  if (lag_rule == LAG_PROJECT) return calendars + project_calendar;
  return calendar_of(lag_rule == LAG_SUCCESSOR ? r : p);
}
static double actual_minutes(uint32_t p) {
  const Calendar *c = calendar_of(p);
  double from = moment_at(r_reported_start[p]);
  if (!(from < data_moment)) return 0;
  double suspended = rare_date(suspend, p);
  if (!(suspended >= from && suspended < data_moment)) return work_between(c, from, data_moment);
  double resumed = rare_date(resume, p);
  double after = resumed >= suspended && resumed < data_moment ? work_between(c, resumed, data_moment) : 0;
  return work_between(c, from, suspended) + after;
}
static double since_start(uint32_t p, double lag) { return lag > 0 ? larger(0, lag - actual_minutes(p)) : 0; }
static double since_actual(uint32_t k, uint32_t shift, uint32_t p, uint32_t r, int relation, double lag) {
  if (!(lag > 0)) return 0;
  double from = moment_at((from_finish(relation) ? r_reported_finish : r_reported_start)[p]);
  return larger(0, lag - larger(0, work_between(lag_calendar(k, shift, p, r), from, data_moment)));
}
static double lag_ahead(uint32_t k, uint32_t shift, uint32_t p, uint32_t r, int relation) {
  double lag = r_lag[k];
  if (r_state[p] == NOT_STARTED || lag == -INFINITY) return lag;
  if (r_state[p] == COMPLETE) {
    if (r_state[r] == COMPLETE || (r_state[r] == IN_PROGRESS && relation == FS)) return 0;
    return since_actual(k, shift, p, r, relation, lag);
  }
  if (from_finish(relation)) return lag;
  return r_state[r] == COMPLETE ? 0 : since_start(p, lag);
}
static double lag_back(uint32_t k, uint32_t shift, uint32_t p, uint32_t r, int relation) {
  double lag = r_lag[k];
  if (lag == -INFINITY) return lag;
  if (relation == FS && r_state[r] != NOT_STARTED && (r_state[r] == COMPLETE || r_state[p] != NOT_STARTED)) return 0;
  if (r_state[p] == NOT_STARTED) return lag;
  if (r_state[p] == COMPLETE) return r_state[r] == IN_PROGRESS ? 0 : since_actual(k, shift, p, r, relation, lag);
  if (from_finish(relation)) return lag;
  return r_state[r] == COMPLETE || !to_start(relation) ? 0 : since_start(p, lag);
}

/* forward */

/* step by step, so that what lies anywhere in memory is waited for together */
static void renumber(void) {
  uint32_t *rank = MANY(uint32_t, tasks), end = 0;
  for (uint32_t r = 0; r < ranks; r++) rank[order[r]] = r;
  r_start[0] = 0;
  for (uint32_t begin = 0; begin < ranks; begin += BLOCK) {
    uint32_t last = begin + BLOCK < ranks ? begin + BLOCK : ranks, first = end;
    for (uint32_t r = begin; r < last; r++) {
      uint32_t s = order[r];
      r_from[r] = start[s];
      r_start[r + 1] = r_start[r] + start[s + 1] - start[s];
    }
    for (uint32_t r = begin; r < last; r++) {
      uint32_t s = order[r];
      r_minutes[r] = remaining_days[s];
      r_calendar[r] = calendar[s];
      r_point[r] = point[s];
      r_state[r] = state[s];
      r_constraint[r] = constraint[s];
    }
    for (uint32_t r = begin; r < last; r++) {
      uint32_t s = order[r];
      r_minutes[r] = rounded(r_minutes[r] * calendars[r_calendar[r]].minutes_per_day);
      if (r_constraint[r]) r_moment[r] = moment_at(constraint_offset[s]);
      if (!r_state[r]) continue;
      r_reported_start[r] = reported_start[s];
      r_reported_finish[r] = reported_finish[s];
    }
    for (uint32_t r = begin; r < last; r++)
      for (uint32_t k = r_from[r]; end < r_start[r + 1]; k++, end++) {
        r_task[end] = (uint32_t)task[k];
        r_type[end] = type[k];
        r_lag[end] = lag_days[k];
      }
    for (uint32_t k = first; k < end; k++) r_task[k] = rank[r_task[k]];
    for (uint32_t r = begin; r < last; r++)
      for (uint32_t k = r_start[r]; k < r_start[r + 1]; k++)
        if (r_lag[k] != 0) {
          int is_elapsed = elapsed && elapsed[k - r_start[r] + r_from[r]] == 1;
          r_lag[k] = rounded(r_lag[k] * (is_elapsed ? DAY : calendars[r_calendar[r_task[k]]].minutes_per_day));
        }
  }
  free(rank);
}
static double minutes_from(uint32_t r, const Calendar *c, double from) {
  double expected = rare_date(expected_finish, r);
  if (isnan(expected) || r_state[r] == COMPLETE) return r_state[r] == COMPLETE ? 0 : r_minutes[r];
  return larger(0, work_between(c, from, expected));
}
static int stands_anywhere(uint32_t r) { return r_state[r] == COMPLETE || r_point[r] == FINISH_MILESTONE; }
static inline double bound_by_link(uint32_t k, uint32_t shift, uint32_t r, const Calendar *c) {
  uint32_t p = r_task[k];
  int relation = r_type[k], of_finish = from_finish(relation);
  double lag = r_lag[k] == 0 ? 0 : lag_ahead(k, shift, p, r, relation);
  if (lag == -INFINITY) return lag;
  double bound = (of_finish ? r_early_finish : r_early_start)[p];
  if (lag != 0) {
    const Calendar *in = lag_calendar(k, shift, p, r);
    bound = moved_from(in, in == calendar_of(p) ? (of_finish ? work_finish : work_start)[p] : work_at(in, bound), lag);
  }
  if (to_start(relation) || r_state[r] == COMPLETE) return bound;
  return start_before(c, bound, minutes_from(r, c, bound));
}
static int second_of(uint32_t r) { return second ? second[order[r]] : NO_CONSTRAINT; }
static int holds_start(int code) { return code == SNET || code == FNET || code == SO || code == FO; }
static double wanted_start(uint32_t r, const Calendar *c, int code, double moment) {
  return code == SNET || code == SO || code == MSO ? moment : start_before(c, moment, r_minutes[r]);
}
static double start_by_constraint(uint32_t r, const Calendar *c, double earliest) {
  int code = r_constraint[r], other = second_of(r);
  if (is_pin(code)) return larger(wanted_start(r, c, code, r_moment[r]), data_moment);
  if (holds_start(code)) earliest = larger(earliest, wanted_start(r, c, code, r_moment[r]));
  if (other && holds_start(other) && r_state[r] != COMPLETE) earliest = larger(earliest, wanted_start(r, c, other, rare_date(second_moment, r)));
  return earliest;
}
static int forward(void) {
  double incomplete = -INFINITY, complete = -INFINITY;
  for (uint32_t r = 0; r < ranks; r++) {
    const Calendar *c = calendar_of(r);
    int holds = !override || r_state[r] == NOT_STARTED;
    uint32_t shift = r_from[r] - r_start[r];
    double earliest = data_moment, work;
    if (r_state[r] == NOT_STARTED) {
      double external = rare_date(external_start, r);
      if (project_start > earliest) earliest = project_start;
      if (external > earliest) earliest = external;
    } else if (r_state[r] == IN_PROGRESS) {
      double resumed = rare_date(resume, r);
      if (resumed > earliest) earliest = resumed;
    }
    for (uint32_t k = r_start[r]; k < r_start[r + 1]; k++) {
      double bound = link_float[k + shift] = bound_by_link(k, shift, r, c);
      if (holds && bound > earliest) earliest = bound;
    }
    earliest = start_by_constraint(r, c, earliest);
    if (stands_anywhere(r)) work = work_at(c, earliest);
    else earliest = next_work(c, earliest, &work);
    double finish = earliest, work_there = work;
    if (r_state[r] != COMPLETE) {
      double expected = rare_date(expected_finish, r);
      if (!isnan(expected)) {
        finish = larger(earliest, expected);
        work_there = work_at(c, finish);
      } else if (r_minutes[r] != 0) finish = end_of(c, work_there = work + r_minutes[r]);
      incomplete = larger(incomplete, finish);
    } else complete = larger(complete, moment_at(r_reported_finish[r]));
    r_early_start[r] = earliest;
    r_early_finish[r] = finish;
    work_start[r] = work;
    work_finish[r] = work_there;
    r_late[r] = r_free[r] = r_latest[r] = INFINITY;
    r_on_path[r] = 0;
  }
  int all_complete = incomplete == -INFINITY;
  finish_moment = all_complete ? (complete == -INFINITY ? data_moment : complete) : incomplete;
  last_moment = isnan(must_moment) ? finish_moment : must_moment;
  return all_complete;
}

/* reverse */

static double constrained_finish(const Calendar *c, int code, double moment, double minutes, double latest) {
  if (code == MFO) return moment;
  if (code == MSO) return finish_after(c, moment, minutes);
  if (code == FNLT || code == FO) return smaller(latest, moment);
  if (code == SNLT || code == SO) return smaller(latest, finish_after(c, moment, minutes));
  return latest;
}
static inline double finish_by_link(uint32_t k, uint32_t shift, uint32_t p, uint32_t r, int relation, const Calendar *c, double end, double work, int has_work) {
  double lag = r_lag[k] == 0 ? 0 : lag_back(k, shift, p, r, relation), bound = end;
  if (lag == -INFINITY) return INFINITY;
  if (lag != 0) {
    const Calendar *in = lag_calendar(k, shift, p, r);
    bound = moved_from(in, has_work && in == c ? work : work_at(in, end), -lag);
  }
  if (from_finish(relation) || r_state[p] == COMPLETE) return bound;
  const Calendar *of = calendar_of(p);
  double minutes = minutes_from(p, of, r_early_start[p]), unused;
  return minutes == 0 ? next_work(of, bound, &unused) : finish_after(of, bound, minutes);
}
static int is_reported(uint32_t p) { return r_state[p] == COMPLETE && !(r_early_finish[p] > data_moment); }
static double reported_gap(uint32_t k, uint32_t shift, uint32_t p, uint32_t r, int relation, const Calendar *c, int to_reported) {
  int of_finish = from_finish(relation);
  double offered, unused;
  if (!is_reported(p)) offered = offset_at((of_finish ? r_early_finish : r_early_start)[p]);
  else offered = of_finish ? smaller(r_reported_finish[p], data_date) : r_reported_start[p];
  if (r_lag[k] == -INFINITY) return INFINITY;
  double bound = moment_at(offered);
  if (r_lag[k] != 0) {
    const Calendar *in = lag_calendar(k, shift, p, r);
    bound = moved_from(in, work_at(in, bound), r_lag[k]);
  }
  if (to_reported) {
    double end = moment_at((to_start(relation) ? r_reported_start : r_reported_finish)[r]);
    return work_between(c, bound, end) == 0 ? 0 : offset_at(end) - offset_at(bound);
  }
  if (!to_start(relation)) bound = start_before(c, bound, r_minutes[r]);
  return offset_at(r_early_start[r]) - offset_at(stands_anywhere(r) ? bound : next_work(c, bound, &unused));
}
static void reverse(int all_complete) {
  double last = larger(finish_moment, last_moment), path_finish = offset_at(finish_moment) - EPSILON, unused;
  int has_shift = 0;
  for (uint32_t r = ranks; r-- > 0;) {
    const Calendar *c = calendar_of(r);
    uint32_t s = order[r], first = r_start[r], end = r_start[r + 1], shift = r_from[r] - first;
    int progress = r_state[r], complete = progress == COMPLETE, code = r_constraint[r], counts = !override || progress == NOT_STARTED;
    double es = r_early_start[r], ef = r_early_finish[r], ws = work_start[r], wf = work_finish[r];
    double shown_start = es, shown_finish = ef, work_shown_start = ws, work_shown_finish = wf;
    double needed = r_late[r], begin, finish, work_begin = 0, work_end = 0, whole = NAN;
    int hands_on = counts && (!complete || needed != INFINITY);
    if (complete) begin = finish = smaller(needed, last);
    else {
      double external = rare_date(external_finish, r), minutes = minutes_from(r, c, es);
      double latest = needed == INFINITY ? (isnan(external) ? last_moment : INFINITY) : smaller(needed, last);
      if (external < latest) latest = external;
      if (code) latest = constrained_finish(c, code, r_moment[r], minutes, latest);
      if (second_of(r)) latest = constrained_finish(c, second_of(r), rare_date(second_moment, r), minutes, latest);
      finish = previous_work(c, latest, &work_end);
      work_begin = work_end;
      if (minutes != 0) begin = start_of(c, work_begin -= minutes);
      else begin = r_point[r] == FINISH_MILESTONE ? finish : next_work(c, finish, &unused);
      if (r_point[r] == START_MILESTONE) {
        finish = begin;
        work_end = work_begin;
      }
      double of_finish = work_end - wf, of_start = work_begin - ws;
      int by_finish = float_rule == FLOAT_OF_FINISH || (float_rule == FLOAT_SMALLEST && progress != NOT_STARTED);
      whole = (by_finish ? of_finish : float_rule == FLOAT_OF_START ? of_start : smaller(of_start, of_finish)) / c->minutes_per_day;
    }
    int in_time = whole >= 0, to_reported = is_reported(r), stays = stands_anywhere(r);
    double start_offset = offset_at(es), least = INFINITY;
    for (uint32_t k = first; k < end; k++) {
      uint32_t p = r_task[k];
      int relation = r_type[k], of_start = to_start(relation);
      double asked = link_float[k + shift], between = 0;
      if (hands_on) {
        double bound = finish_by_link(k, shift, p, r, relation, c, of_start ? begin : finish, of_start ? work_begin : work_end, !complete);
        if (in_time && asked <= es) bound = larger(bound, r_early_finish[p]);
        if (bound < r_late[p]) r_late[p] = bound;
      }
      if (to_reported || is_reported(p)) between = reported_gap(k, shift, p, r, relation, c, to_reported);
      else if (asked != es) {
        double bound = stays || asked == -INFINITY ? asked : next_work(c, asked, &unused);
        if (bound != es) between = start_offset - offset_at(bound);
      }
      link_float[k + shift] = between;
      if (between < least) least = between;
    }
    double left = r_free[r];
    if (left == INFINITY) left = (work_at(c, finish_moment) - wf) / c->minutes_per_day;
    left = complete ? NAN : snap(larger(0, left));
    if (code == ALAP && !complete) {
      double later = work_at(c, smaller(r_latest[r], finish_moment)) - wf;
      if (later > 0) {
        double from = start_of(c, ws + later);
        shown_start = stays ? from : next_work(c, from, &unused);
        shown_finish = larger(shown_start, end_of(c, wf + later));
        work_shown_start = work_at(c, shown_start);
        work_shown_finish = work_at(c, shown_finish);
        if (!has_shift) memset(shift_days, 0, tasks * sizeof(double));
        has_shift = 1;
        shift_days[s] = offset_at(shown_start) - start_offset;
        left = 0;
      }
    }
    int on_path = (complete == all_complete && (all_complete ? r_reported_finish[r] : offset_at(ef)) >= path_finish) || r_on_path[r];
    for (uint32_t k = first; k < end; k++) {
      uint32_t p = r_task[k];
      int relation = r_type[k], of_start = to_start(relation), mark = 0;
      double between = link_float[k + shift], leaves;
      marks[k + shift] = 0;
      if (!counts) continue;
      if (between < -EPSILON) mark = VIOLATED;
      if (least <= EPSILON && between - least <= EPSILON) {
        mark |= DRIVING;
        if (on_path) r_on_path[p] = 1;
      }
      marks[k + shift] = mark;
      double work = of_start ? work_shown_start : work_shown_finish;
      if (is_pin(r_constraint[p]) || !isnan(rare_date(expected_finish, p)) || (relation == SS && r_state[p] != NOT_STARTED)) leaves = 0;
      else if (r_lag[k] == -INFINITY) leaves = INFINITY;
      else {
        const Calendar *of = calendar_of(p);
        double to = of == c ? work : work_at(of, of_start ? shown_start : shown_finish);
        leaves = (to - (from_finish(relation) ? work_finish : work_start)[p] - r_lag[k]) / of->minutes_per_day;
      }
      if (leaves < r_free[p]) r_free[p] = leaves;
      if (r_constraint[p] == ALAP) {
        double bound = finish_by_link(k, shift, p, r, relation, c, of_start ? shown_start : shown_finish, work, 1);
        if (bound < r_latest[p]) r_latest[p] = bound;
      }
    }
    double all = snap(whole);
    if (shown_finish != ef) all = snap(all - (work_shown_finish - wf) / c->minutes_per_day);
    passed_start[s] = start_offset;
    passed_finish[s] = offset_at(ef);
    early_start[s] = progress == NOT_STARTED ? offset_at(shown_start) : r_reported_start[r];
    early_finish[s] = complete ? r_reported_finish[r] : offset_at(shown_finish);
    late_start[s] = complete ? NAN : offset_at(begin);
    late_finish[s] = complete ? NAN : offset_at(finish);
    total[s] = all;
    free_float[s] = left;
    critical[s] = isnan(critical_float) ? on_path && !complete : all <= critical_float + EPSILON;
    on_path_task[s] = on_path;
  }
}

static void compute(void) {
  size_t n = tasks, m = links;
  double **days[] = {&passed_start, &passed_finish, &early_start, &early_finish, &late_start, &late_finish, &total, &free_float, &shift_days, &link_float};
  out_days = MANY(double, 9 * n + m);
  for (int c = 0; c < 10; c++) *days[c] = out_days + c * n;
  marks = MANY(uint8_t, m + 2 * n);
  on_path_task = marks + m;
  critical = on_path_task + n;
  if (ranks < n) {
    for (size_t i = 0; i < 8 * n; i++) out_days[i] = i < 2 * n ? 0 : NAN;
    memset(on_path_task, 0, 2 * n);
  }
  double **ranked[] = {&r_minutes, &r_moment, &r_reported_start, &r_reported_finish, &r_early_start, &r_early_finish, &r_late, &r_free, &work_start, &work_finish, &r_latest, &r_lag};
  double *scratch = MANY(double, 11 * n + m);
  for (int c = 0; c < 12; c++) *ranked[c] = scratch + c * n;
  r_start = MANY(uint32_t, 2 * n + 1 + m);
  r_from = r_start + n + 1;
  r_task = r_from + n;
  r_calendar = MANY(uint16_t, n);
  r_state = MANY(uint8_t, 4 * n + m);
  r_constraint = r_state + n;
  r_point = r_constraint + n;
  r_on_path = r_point + n;
  r_type = r_on_path + n;
  data_moment = moment_at(data_date);
  must_moment = isnan(must_finish) ? NAN : moment_at(must_finish);
  calendars = MANY(Calendar, calendar_count);
  for (uint32_t c = 0; c < calendar_count; c++)
    lay_calendar(calendars + c, numbers + numbers_from[c], floor(data_moment / DAY) - floor(day_count[c] / 16.0), day_count[c]);
  renumber();
  reverse(forward());
  for (uint32_t c = 0; c < calendar_count; c++) {
    free(calendars[c].days);
    free(calendars[c].steps);
  }
  free(calendars);
  free(scratch);
  free(r_start);
  free(r_calendar);
  free(r_state);
}

/* each column of the file stands behind its length in bytes */
static void read_column(FILE *file, void *at) {
  uint64_t bytes;
  if (fread(&bytes, 1, sizeof bytes, file) != sizeof bytes) exit(4);
  void *column = taken(bytes);
  if (fread(column, 1, bytes, file) != bytes) exit(4);
  *(void **)at = bytes ? column : 0;
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
  uint32_t *counts;
  double *values;
  read_column(file, &counts);
  read_column(file, &values);
  tasks = counts[0], links = counts[1], ranks = counts[2], override = counts[3], lag_rule = counts[4], float_rule = counts[5];
  project_calendar = counts[6], round_the_clock = counts[7], calendar_count = counts[8];
  data_date = values[0], origin = values[1], project_start = values[2], must_finish = values[3], critical_float = values[4];
  void *columns[] = {&start, &task, &type, &lag_days, &order, &state, &remaining_days, &constraint, &constraint_offset, &reported_start,
                     &reported_finish, &calendar, &point, &elapsed, &second, &second_moment, &expected_finish, &suspend, &resume,
                     &external_start, &external_finish, &day_count, &numbers_from, &numbers};
  for (size_t c = 0; c < sizeof columns / sizeof *columns; c++) read_column(file, columns[c]);
  fclose(file);
  for (int run = atoi(given[2]); run > 0; run--) {
    double from = now_us();
    compute();
    printf("%.1f\n", now_us() - from);
    if (run == 1) break;
    free(out_days);
    free(marks);
  }
  FILE *to = fopen(given[3], "wb");
  if (!to) return 2;
  fwrite(passed_start, 8, 8 * (size_t)tasks, to);
  fwrite(link_float, 8, links, to);
  fwrite(marks, 1, links + 2 * (size_t)tasks, to);
  fclose(to);
  return 0;
}
