std = "lua51"
max_line_length = false

-- What Redis gives to every script.
read_globals = { "redis", "KEYS", "ARGV", "cjson", "cmsgpack", "struct", "bit" }

-- EXTEND HERE: the locals of clock.lua, prelude.lua and the parts that it names. Redis gets them and a verb's file as one text; luacheck
-- sees the verb's file alone.
local clock = { "time", "now" }
local prelude = {
  "TUBE", "DELAY", "RETAIN", "FAILED", "COMING", "URGENT", "JOB", "DEFAULT_PRIORITY", "LAYOUT", "SPENT", "UNTIL_RESUMED", "read_tube",
  "delay_set", "NOW", "BEFORE_NEXT_MS", "score_for", "next_in", "score_spot", "members_of", "join", "queue", "enqueue", "take_out", "fail", "forget_if_empty", "locate", "read_leased", "is_spent", "expire", "leases_over", "end_leases", "due_sets", "settle_priorities", "read_in_turn", "settle_turned_away", "call",
  "hint", "is_priority", "time_of", "LATEST", "search", "unreadable", "mark_unreadable", "move_unreadable", "rank_behind",
  "newest", "last_mark", "MISSING", "miss", "met_others", "look_for_missing", "give_back", "forget_missing", "right_set", "home_of",
  "park", "next_event", "read_limits", "held_now", "allowance", "paced_allowance", "keep_pace", "pace_deliveries", "limited_until", "shown_limits", "read_caps", "BALANCE", "live_of", "live_jobs",
  "cap_against", "lacks_bytes", "size_of", "write_size", "count_in", "key_cap_of_next", "TAGS_BYTES", "successor_size", "refusing_gate", "refusal_by", "with_id_reuse", "fields_with_limits", "leave", "lose", "occupy", "is_in", "places", "sets_of", "keyed", "part", "tell_waiting", "paced", "paced_until", "layout_of", "sharing", "lanes", "parts_of_lane", "is_listed", "PAYLOAD_APART", "lanes_of_key", "look_again", "held_leases", "delay_sets", "set_of_lane", "spot_in_lane", "read_or_set_aside", "place_again", "rests_for", "is_behind", "LAST_TAG", "tag_text", "come", "charge", "sweep", "forget_sharing", "end_sharing", "change_sharing", "forget_turn", "forget_past", "read_turn", "join_turn", "comes_before", "reweigh", "first_tag", "lanes_from", "waiting_lanes", "shown_key", "key_cap", "server", "end_turns", "note_emptied", "named_weights", "write_weights", "place_of_state", "state_in", "has_field",
  "gates", "know_gates", "read_gate", "gate_text", "tube_gates", "gated_set", "gate_of", "gate_of_key", "gate_of_held", "has_gate", "holds_all", "ends_jobs", "sifts",
  "retry_delay", "gates_until", "rev_of", "shown_job", "shown_gate", "gate_against", "gates_against", "set_of_gate", "forget_fields_of_others", "all_sets_of", "set_in_place", "lift_gates", "gatekeeper", "picked",
  "window", "write_layout", "has_too_many", "begin_to_remember", "remember", "remembered", "remembered_until", "forget_set", "keep_window", "change_window", "doubles",
  "keeping", "OUTCOME", "OUTCOME_BYTES", "WITH_PAYLOAD", "WITH_RESULT", "most_of_result", "bytes_kept", "count_kept", "forget_kept", "trim_kept", "retire_kept", "change_keeping", "keep_finished", "has_finished", "read_kept", "shown_kept",
  "expiry", "may_expire", "let_expire", "forget_expiry", "stop_expiry", "listed_expiry", "mend_expiry", "change_expiry",
  "overdue", "buries", "begun", "is_overdue", "end_overdue", "begin_jobs", "end_expired", "end_expired_of", "keep_expiry",
  "successor_of", "begin_successors", "header_due", "queue_successor", "begin_successor", "count_failed_successors", "follow", "forget_successors", "read_options", "OPTIONS", "OF_TUBE", "REPLACE", "DEBOUNCE", "WITH_HEADERS", "WITH_TAGS", "WITH_WINDOW",
  "blocker", "last_failed_place", "keep_place", "count_leases", "read_schedule", "write_schedule", "forget_schedule", "count_template", "template_bytes", "skip_occurrences", "skip_missed", "job_maker", "wait_for", "take_back", "late_jobs",
  "has_schedules", "do_at_end", "schedule_of", "run_of", "is_running", "waiting_runs", "first_waiting", "wake_all", "wake_next", "note_run", "job_that_waits", "pause_schedule", "has_failed_often", "settle_runs", "tell_schedule", "begin_out_of_turn",
}
local events = {
  "RELEASED", "EXPIRED", "BURIED", "KICKED", "HANDED_BACK", "AND_FAILED", "CANCELLED", "HANDED_OVER", "GATE_HELD", "GATE_LIFTED", "GATE_BURIED", "MOVED", "CHANGED", "EXPIRED_UNSTARTED", "record_event", "last_event", "was_delivered", "is_as_at", "write_run", "keep_newest",
  "keep_mark", "know_marks", "read_marks",
}
local job = {
  "JSON", "NOTHING", "created_at", "VERSION", "RUN", "USUAL_TTR", "USUAL_ATTEMPTS", "RUN_BYTES", "CHANGES_BYTES", "read_header", "read_run",
  "pack_header", "try", "places_of", "pack_run", "read_for_handout", "next_run", "is_last_lease", "NO_LEASE", "header_bytes", "ttr_in", "ran_out", "read_job", "whole", "change",
  "fields_of", "split_tags", "with_tags", "with_payload", "has_tags", "shown_run", "begin_anew", "FAILURE", "failure_before", "CANCEL", "cancelled_at", "shown_cancel", "shown_progress", "with_checkpoint", "with_expiry",
}

for _, names in ipairs({ clock, job, events, prelude }) do
  for _, name in ipairs(names) do
    table.insert(read_globals, name)
  end
end

-- Their locals are used by the files that follow them.
files["**/lua/clock.lua"] = { ignore = { "211" } }
files["**/lua/job.lua"] = { ignore = { "211" } }
files["**/lua/work.lua"] = { ignore = { "211" } }
files["**/lua/sets.lua"] = { ignore = { "211" } }
files["**/lua/events.lua"] = { ignore = { "211" } }
files["**/lua/content.lua"] = { ignore = { "211" } }
files["**/lua/rate.lua"] = { ignore = { "211" } }
files["**/lua/gates.lua"] = { ignore = { "211" } }
files["**/lua/lift.lua"] = { ignore = { "211" } }
files["**/lua/gating.lua"] = { ignore = { "211" } }
files["**/lua/picked.lua"] = { ignore = { "211" } }
files["**/lua/sharing.lua"] = { ignore = { "211" } }
files["**/lua/emptied.lua"] = { ignore = { "211" } }
files["**/lua/holding.lua"] = { ignore = { "211" } }
files["**/lua/lanes.lua"] = { ignore = { "211" } }
files["**/lua/runs.lua"] = { ignore = { "211" } }
files["**/lua/retry.lua"] = { ignore = { "211" } }
files["**/lua/successors.lua"] = { ignore = { "211" } }
files["**/lua/plans.lua"] = { ignore = { "211" } }
files["**/lua/expiring.lua"] = { ignore = { "211" }, globals = { "expiry" } }
files["**/lua/overdue.lua"] = { ignore = { "211" }, globals = { "expiry" } }
files["**/lua/leases.lua"] = { ignore = { "211" } }
files["**/lua/turns.lua"] = { ignore = { "211" } }
files["**/lua/charges.lua"] = { ignore = { "211" } }
files["**/lua/switch.lua"] = { ignore = { "211" } }
files["**/lua/weights.lua"] = { ignore = { "211" } }
files["**/lua/serve.lua"] = { ignore = { "211" }, globals = { "stopped_early" } }
files["**/lua/limits.lua"] = { ignore = { "211" } }
files["**/lua/lateness.lua"] = { ignore = { "211" } }
files["**/lua/windows.lua"] = { ignore = { "211" }, globals = { "window" } }
files["**/lua/doubles.lua"] = { ignore = { "211" }, globals = { "named_weights" } }
files["**/lua/kept.lua"] = { ignore = { "211" } }
files["**/lua/keeping.lua"] = { ignore = { "211" }, globals = { "keeping" } }
files["**/lua/create.lua"] = { globals = { "window", "keeping", "expiry" } }
files["**/lua/caps.lua"] = { ignore = { "211" } }
files["**/lua/due.lua"] = { ignore = { "211" } }
files["**/lua/missing.lua"] = { ignore = { "211" } }
files["**/lua/places.lua"] = { ignore = { "211" } }
files["**/lua/rank.lua"] = { ignore = { "211" } }
files["**/lua/read.lua"] = { ignore = { "211" } }
files["**/lua/unreadable.lua"] = { ignore = { "211" } }
files["**/lua/schedules.lua"] = { ignore = { "211" } }
files["**/lua/occurrences.lua"] = { ignore = { "211" }, globals = { "named_weights" } }
files["**/lua/overlap.lua"] = { ignore = { "211" } }
files["**/lua/spots.lua"] = { ignore = { "211" } }
files["**/lua/shown.lua"] = { ignore = { "211" } }
files["**/lua/delay.lua"] = { ignore = { "211", "241" } }
files["**/lua/prelude.lua"] = { ignore = { "211", "231" }, globals = { "at_end" } }

-- These are run behind the clock alone.
files["**/lua/registry/*.lua"] = { not_globals = prelude }
files["**/lua/access/*.lua"] = { not_globals = prelude }
files["**/lua/operations/*.lua"] = { not_globals = prelude }

-- Stands behind what is made a function around them.
files["**/lua/call.lua"] = { read_globals = { "script" }, globals = { "at_end" }, not_globals = prelude }
