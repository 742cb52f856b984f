std = "lua51"
max_line_length = 140

-- What Redis gives to every script.
read_globals = { "redis", "KEYS", "ARGV", "cjson", "cmsgpack", "struct", "bit" }

-- EXTEND HERE: the locals of clock.lua, prelude.lua, job.lua, content.lua, events.lua, read.lua, delay.lua, unreadable.lua,
-- places.lua, missing.lua, sets.lua, due.lua, rate.lua, limits.lua, caps.lua and rank.lua. Redis gets them and a verb's file as one text;
-- luacheck sees the verb's file alone.
local clock = { "time", "now" }
local prelude = {
  "TUBE", "DELAY", "RETAIN", "FAILED", "COMING", "URGENT", "JOB", "DEFAULT_PRIORITY", "LAYOUT", "SPENT", "UNTIL_RESUMED", "read_tube",
  "delay_set", "NOW", "BEFORE_NEXT_MS", "score_for", "next_in", "score_spot", "members_of", "join", "queue", "enqueue", "take_out", "fail", "forget_if_empty", "locate", "read_leased", "is_spent", "count_lost", "expire", "leases_over", "end_leases", "due_sets", "settle_priorities", "call",
  "hint", "is_priority", "time_of", "LATEST", "search", "unreadable", "mark_unreadable", "move_unreadable", "rank_behind",
  "newest", "last_mark", "MISSING", "miss", "met_others", "look_for_missing", "give_back", "forget_missing", "right_set", "home_of",
  "park", "next_event", "read_limits", "held_now", "allowance", "paced_allowance", "keep_pace", "pace_deliveries", "limited_until", "shown_limits", "read_caps",
  "cap_against", "size_of", "count_in", "fields_with_limits", "leave", "lose", "occupy", "is_in", "places", "set_of", "place_of_state", "state_in", "has_field",
}
local events = {
  "RELEASED", "EXPIRED", "BURIED", "KICKED", "HANDED_BACK", "AND_FAILED", "record_event", "last_event", "is_as_at", "write_run", "keep_newest",
  "keep_mark", "know_marks", "read_marks",
}
local job = {
  "JSON", "NOTHING", "VERSION", "RUN", "USUAL_TTR", "USUAL_ATTEMPTS", "RUN_BYTES", "CHANGES_BYTES", "read_header", "read_run",
  "pack_header", "try", "places_of", "pack_run", "read_for_handout", "next_run", "is_last_lease", "NO_LEASE", "header_bytes", "ttr_in", "ran_out", "read_job", "whole", "change",
  "fields_of", "split_tags", "with_tags", "with_payload", "has_tags", "shown_run", "begin_anew", "FAILURE", "failure_before",
}

for _, names in ipairs({ clock, job, events, prelude }) do
  for _, name in ipairs(names) do
    table.insert(read_globals, name)
  end
end

-- Their locals are used by the files that follow them.
files["**/lua/clock.lua"] = { ignore = { "211" } }
files["**/lua/job.lua"] = { ignore = { "211" } }
files["**/lua/sets.lua"] = { ignore = { "211" } }
files["**/lua/events.lua"] = { ignore = { "211" } }
files["**/lua/content.lua"] = { ignore = { "211" } }
files["**/lua/rate.lua"] = { ignore = { "211" } }
files["**/lua/limits.lua"] = { ignore = { "211" } }
files["**/lua/caps.lua"] = { ignore = { "211" } }
files["**/lua/due.lua"] = { ignore = { "211" } }
files["**/lua/missing.lua"] = { ignore = { "211" } }
files["**/lua/places.lua"] = { ignore = { "211" } }
files["**/lua/rank.lua"] = { ignore = { "211" } }
files["**/lua/read.lua"] = { ignore = { "211" } }
files["**/lua/unreadable.lua"] = { ignore = { "211" } }
files["**/lua/delay.lua"] = { ignore = { "211" } }
files["**/lua/prelude.lua"] = { ignore = { "211", "231" } }

-- These are run behind the clock alone.
files["**/lua/registry/*.lua"] = { not_globals = prelude }
files["**/lua/access/*.lua"] = { not_globals = prelude }
files["**/lua/operations/*.lua"] = { not_globals = prelude }

-- Stands behind what is made a function around them.
files["**/lua/call.lua"] = { read_globals = { "script" }, not_globals = prelude }
