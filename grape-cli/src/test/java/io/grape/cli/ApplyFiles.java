package io.grape.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Valid and invalid files for {@code grape apply}. Names of fields and their bounds are literals here, and not taken from the program's
 * declarations, so that a change of a declaration is noticed.
 */
final class ApplyFiles {
    /** Values that each field is tried with, whatever its type. */
    private static final List<String> ANY =
            List.of("null", "x", "[]", "-1", "0", "1e400", "9223372036854775808", "\"\"", "ü€😀");

    /** Fewer values, for most fields: a shape is read in the same way wherever it is. */
    private static final List<String> SOME = List.of("null", "[]", "9223372036854775808", "ü€😀");

    /** Numbers that are valid in YAML but not in JSON, and texts that are no numbers. */
    private static final List<String> NUMBERS = List.of(
            "~",
            "1e3",
            "+5",
            "05",
            "0x10",
            "0o17",
            "1_000",
            "1,000",
            ".5",
            "5.",
            ".inf",
            "-.inf",
            ".nan",
            "-0",
            "5.0",
            "9223372036854775807",
            "1234567890123456789012345678901234567890");

    /** Times with valid and invalid units. */
    private static final List<String> TIMES = List.of(
            "60",
            "60s",
            "60 s",
            "90m",
            "1h30m",
            "1h 30m",
            "30m1h",
            "1.5h",
            "2d",
            "500ms",
            "1w",
            "1y",
            "1M",
            "1H",
            "1min",
            "1sec",
            "PT1M",
            "-5s",
            "0s",
            "1us",
            "٣s",
            "49710d",
            "49711d",
            "999999999999d",
            "\"1m\"",
            "2027-01-31");

    private static final List<String> INSTANTS = List.of(
            "2110-01-01T02:00:00+02:00",
            "\"2110-01-01t00:00:00.5z\"",
            "2110-02-30T00:00:00Z",
            "2110-01-01T00:00Z",
            "2110-01-01",
            "2110-01-01 00:00:00Z",
            "1970-01-01T00:00:00Z",
            "1969-12-31T23:59:59.999Z",
            "2200-01-01T00:00:00Z",
            "2200-01-01T00:00:00.001Z",
            "today");

    /** A field with a valid value, and further values that get a file each. */
    private record Setting(String name, String valid, List<String> further) {
        static Setting of(String name, String valid, String... further) {
            return new Setting(name, valid, List.of(further));
        }

        static Setting number(String name, String valid, String... further) {
            List<String> all = new ArrayList<>(List.of(further));
            all.addAll(NUMBERS);
            return new Setting(name, valid, all);
        }

        static Setting time(String name) {
            return new Setting(name, "1m", TIMES);
        }

        static Setting millis(String name, String... further) {
            List<String> all = new ArrayList<>(List.of(further));
            all.addAll(List.of("1m", "\"60000\"", "~"));
            return new Setting(name, "60000", all);
        }

        static Setting instant(String name) {
            return new Setting(name, "2110-01-01T00:00:00Z", INSTANTS);
        }

        static Setting flag(String name) {
            return of(name, "true", "false", "yes", "True", "\"true\"", "1");
        }

        List<String> values(List<String> ofAny) {
            Set<String> values = new LinkedHashSet<>();
            values.add(valid);
            values.addAll(further);
            values.addAll(ofAny);
            return List.copyOf(values);
        }
    }

    /** The text around fields, and the fields that they need. */
    private record Around(String before, Map<String, String> needed, String after) {
        static Around of(String before, String after) {
            return new Around(before, Map.of(), after);
        }

        Around needs(String name, String value) {
            Map<String, String> more = new LinkedHashMap<>(needed);
            more.put(name, value);
            return new Around(before, more, after);
        }

        String with(String... fields) {
            List<String> all = new ArrayList<>();
            Set<String> given = new LinkedHashSet<>();
            for (String field : fields) {
                given.add(field.split(":", 2)[0]);
            }
            needed.forEach((name, value) -> {
                if (!given.contains(name)) {
                    all.add(name + ": " + value);
                }
            });
            all.addAll(List.of(fields));
            return before + "{" + String.join(", ", all) + "}" + after;
        }

        String without(String name) {
            List<String> all = new ArrayList<>();
            needed.forEach((other, value) -> {
                if (!other.equals(name)) {
                    all.add(other + ": " + value);
                }
            });
            return before + "{" + String.join(", ", all) + "}" + after;
        }

        List<String> files(Setting setting) {
            return files(setting, ANY);
        }

        List<String> someFiles(Setting setting) {
            return files(setting, SOME);
        }

        private List<String> files(Setting setting, List<String> ofAny) {
            List<String> files = new ArrayList<>();
            for (String value : setting.values(ofAny)) {
                files.add(with(setting.name() + ": " + value));
            }
            if (needed.containsKey(setting.name())) {
                files.add(without(setting.name()));
            }
            String field = setting.name() + ": " + setting.valid();
            files.add(with(field, field));
            if (ofAny.equals(ANY)) {
                files.add(with(Character.toUpperCase(field.charAt(0)) + field.substring(1)));
            }
            return files;
        }
    }

    private static final Around TUBE = Around.of("tubes: {a: ", "}");
    private static final Around LIMITS = Around.of("tubes: {a: {limits: ", "}}");
    private static final Around KEYS = Around.of("tubes: {a: {keys: ", "}}");
    private static final Around RETRY = Around.of("tubes: {a: {retry: ", "}}").needs("initialDelay", "5s");
    private static final Around GATE = Around.of("tubes: {a: {gates: {g: ", "}}}")
            .needs("match", "{all: true}")
            .needs("mode", "hold");
    private static final Around MATCH = Around.of("tubes: {a: {gates: {g: {mode: hold, match: ", "}}}}");
    private static final Around FROM_2110 =
            Around.of("tubes: {a: {schedules: {s: ", "}}}").needs("from", "2110-01-01T00:00:00Z");
    private static final Around DAILY = FROM_2110.needs("cron", "0 7 * * *");
    private static final Around INTERVAL = FROM_2110.needs("every", "1h");
    private static final Around QUOTA = Around.of("quotas: {q: ", "}");
    private static final Around PRODUCE =
            Around.of("quotas: {q: {produce: ", "}}").needs("perSecond", "2.5");

    private static final List<Setting> OF_TUBE = List.of(
            Setting.time("ttr"),
            Setting.millis("ttrMs", "999", "1000", "1001", "4294967295000", "4294967295001"),
            Setting.number("maxAttempts", "7", "999999", "1000000", "1000001"),
            Setting.of("dedupWindow", "1m", "999ms", "7d", "8d", "0s", "60"),
            Setting.millis("dedupWindowMs", "999", "1000", "604800000", "604800001"),
            Setting.of("keepFinished", "1m", "0s", "60"),
            Setting.millis("keepFinishedMs", "1", "4294967295000", "4294967295001"),
            Setting.of("keepFinishedMax", "5", "1", "10000000", "10000001"),
            Setting.of("keepFinishedBytes", "6", "1", "1099511627776", "1099511627777", "9223372036854775807"),
            Setting.flag("keepPayload"),
            Setting.of("resultMaxBytes", "7", "1", "16777216", "16777217", "2147483647", "2147483648"),
            Setting.of("expiresAfter", "1m", "1ms", "0s", "60"),
            Setting.of("expiresAfterMs", "60000", "1", "4294967295000", "4294967295001"),
            Setting.of("expireTo", "bury", "drop", "\"bury\"", "BURY", "hold"),
            Setting.of("latenessTarget", "5s", "1ms", "0s", "1d", "25h", "60"),
            Setting.of("latenessTargetMs", "3000", "1", "86400000", "86400001"),
            Setting.of("limits", "{concurrency: 5}", "{x: 1}", "{ü: 1}", "[1]"),
            Setting.of("keys", "{concurrency: 5}", "{x: 1}", "{maxBytes: 5}", "[1]"),
            Setting.of("retry", "{initialDelay: 5s}", "{maxDelay: 5s}", "{x: 1}"),
            Setting.flag("paused"),
            Setting.of("gates", "{}", "{g: null}", "{g: {}}", "[{}]"),
            Setting.of("schedules", "{}", "{s: null}", "{s: {}}", "[{}]"));

    private static final List<Setting> OF_LIMITS = List.of(
            Setting.of("concurrency", "5", "1", "1000000", "1000001"),
            Setting.number("perSecond", "7.25", "0.000009", "0.00001", "1000000", "1000000.1"),
            Setting.of("burst", "3", "1000001"),
            Setting.of("maxJobs", "9", "1000000000000000", "1000000000000001", "9223372036854775807"),
            Setting.of("maxBytes", "10", "1000000000000000", "1000000000000001", "9223372036854775807"));

    private static final List<Setting> OF_KEYS = List.of(
            Setting.flag("fair"),
            Setting.of("fairBy", "time", "jobs", "TIME", "size"),
            Setting.of("concurrency", "4", "1", "1000000", "1000001"),
            Setting.of("perSecond", "0.5", "0.000009", "0.00001", "1000000", "1000000.1"),
            Setting.of("burst", "2", "1000001"),
            Setting.of("maxJobs", "8", "1000000000000000", "1000000000000001"),
            Setting.flag("ordered"),
            Setting.of("onFailure", "skip", "block", "SKIP", "stop"));

    private static final List<Setting> OF_RETRY = List.of(
            Setting.of("initialDelay", "5s", "1ms", "0s", "60", "49710d"),
            Setting.of("initialDelayMs", "5000", "1", "4294967295000", "4294967295001"),
            Setting.of("maxDelay", "1h", "4s", "5s", "49710d"),
            Setting.of("maxDelayMs", "60000", "4999", "5000", "4294967295001"),
            Setting.of("factor", "1.25", "0.99", "1", "100", "100.1"),
            Setting.of("jitter", "0.25", "1", "1.01", "-0.1"));

    private static final List<Setting> OF_GATE = List.of(
            Setting.of(
                    "match",
                    "{label: eu}",
                    "{key: acme}",
                    "{all: false}",
                    "{x: 1}",
                    "{key: a, label: b}",
                    "{label: 5}"),
            Setting.of("mode", "refuse", "hold", "drop", "bury", "HOLD", "pause"),
            Setting.instant("until"),
            Setting.of("reason", "the renderer is down", "5", "\"a\\nb\"", "r".repeat(200), "r".repeat(201)));

    private static final List<Setting> OF_MATCH = List.of(
            Setting.of("key", "acme", "A.b_c:d~-9", "a b", "k".repeat(129)),
            Setting.of("label", "eu", "EU", "a b", "l".repeat(65)),
            Setting.flag("all"));

    private static final List<Setting> OF_CRON = List.of(
            Setting.of(
                    "cron",
                    "30 7 * * MON-FRI",
                    "\"*/5 * * * *\"",
                    "*/5 * * * *",
                    "61 * * * *",
                    "@daily",
                    "0,30 9 * * *",
                    "0 0 30 2 *"),
            Setting.of("timeZone", "Europe/Berlin", "UTC", "CET", "UTC+2", "Europe/Nowhere"),
            Setting.of("gap", "skip", "next", "SKIP", "first"),
            Setting.of("overlap", "both", "first", "second", "BOTH", "next"),
            Setting.of("window", "1m", "1d", "0s", "60"),
            Setting.of("windowMs", "60000", "86399999", "86400000", "4294967295001"),
            Setting.of(
                    "from", "2110-01-01T00:00:00Z", "2110-01-01T02:00:00+02:00", "2200-01-01T00:00:00.001Z", "today"),
            Setting.of("to", "2110-01-02T00:00:00Z", "2110-01-01T00:00:00Z", "2200-01-01T00:00:00.001Z", "today"),
            Setting.of("maxRuns", "3", "1", "1000000000", "1000000001", "2147483648"),
            Setting.of("missed", "all", "one", "skip", "ALL", "none"),
            Setting.of("missedWithin", "1h", "0s", "60"),
            Setting.of("missedWithinMs", "60000", "1", "4294967295001"),
            Setting.of("whileRunning", "queue", "allow", "skip", "QUEUE"),
            Setting.of("pauseAfterFailures", "3", "1", "1000", "1001"),
            Setting.flag("paused"),
            Setting.of(
                    "payload",
                    "{n: 1.00, list: [1, null, \"2\"]}",
                    "2027-01-31",
                    "1e3",
                    "0x10",
                    ".inf",
                    "{a: 1, a: 2}",
                    "~"),
            Setting.of("payloadBase64", "AAH/", "AAH", "AA==", "\"*\""),
            Setting.of(
                    "headers", "{trace: \"7\"}", "{trace: 7}", "{trace: null}", "{Trace: a}", "{trace: ü}", "{a b: 7}"),
            Setting.of("key", "acme", "a b", "k".repeat(129)),
            Setting.of(
                    "labels",
                    "[eu, trial]",
                    "[eu, eu]",
                    "[EU]",
                    "[5]",
                    "[null]",
                    "[[eu]]",
                    "[a, b, c, d, e, f, g, h, i]"),
            Setting.of("priority", "10", "4294967295", "4294967296"),
            Setting.of("ttr", "10m", "999ms", "60"),
            Setting.of("ttrMs", "5000", "999", "4294967295001"),
            Setting.of("maxAttempts", "7", "1000000", "1000001"));

    private static final List<Setting> OF_INTERVAL = List.of(
            Setting.of("every", "1h", "1s", "999ms", "60", "49710d"),
            Setting.of("everyMs", "60000", "999", "1000", "4294967295001"),
            Setting.instant("anchor"));

    private static final List<Setting> OF_QUOTA = List.of(
            Setting.of("produce", "{perSecond: 100}", "{burst: 5}", "{perSecond: null}", "{x: 1}"),
            Setting.of("consume", "{perSecond: 100, burst: 5}", "{burst: 5}", "{x: 1}"),
            Setting.of("inFlight", "20", "1", "1000000", "1000001"));

    private static final List<Setting> OF_RATE = List.of(
            Setting.of("perSecond", "2.5", "0.000009", "0.00001", "1000000", "1000000.1"),
            Setting.of("burst", "3", "1", "1000000", "1000001"));

    /** Files that are invalid as a whole, and fields that have a rule between them. */
    private static final List<String> OTHER = List.of(
            "",
            "null",
            "{}",
            "[]",
            "5",
            "tubes",
            "tubes: null",
            "tubes: {}",
            "tubes: []",
            "tubes: [",
            "tubes: {a: null}",
            "tubes: {a: {}}",
            "tubes: {a: {}, a: {}}",
            "tubes: {}\ntubes: {}",
            "tubes: {}\n---\ntubes: {}",
            "tubs: {}",
            "Tubes: {}",
            "tubes: {5: {}}",
            "tubes: {[a]: {}}",
            "tubes: {a b: {}}",
            "tubes: {ü: {}}",
            "tubes: {-a: {}}",
            "tubes: {\".\": {}}",
            "tubes: {\"\": {}}",
            "tubes: {" + "t".repeat(201) + ": {}}",
            "tubes: {a: &x {ttr: 5m}, b: *x}",
            "tubes: {a: {ttr: !!str 5m}}",
            "tubes: {a: {maxAttempts: !!str 5}}",
            "tubes: {a: {<<: {ttr: 5m}}}",
            "tubes:\n\ta: {}",
            "tubes:\n  a:\n    ttr: 5m\n    limits:\n      burst: none\n",
            "tubes:\n  a:\n    ttr: 5m\n   maxAttempts: 5\n",
            "tubes: {a: {unknown: 1}}",
            "tubes: {a: {ü: 1}}",
            "tubes: {a: {\"\": 1}}",
            "tubes: {a: {name: a}}",
            "tubes: {a: {ttr: 1m, ttrMs: 60000}}",
            "tubes: {a: {expiresAfter: 1m, expiresAfterMs: 60000}}",
            "tubes: {a: {expiresAfter: 1m, expireTo: bury}}",
            "tubes: {a: {limits: {perSecond: 3}}}",
            "tubes: {a: {limits: {burst: 3}}}",
            "tubes: {a: {limits: {perSecond: null, burst: 3}}}",
            "tubes: {a: {limits: {perSecond: 2.5, burst: 3}}}",
            "tubes: {a: {keys: {perSecond: 2.5, burst: 3}}}",
            "tubes: {a: {keys: {fair: false}}}",
            "tubes: {a: {keys: {fair: false, fairBy: time}}}",
            "tubes: {a: {keys: {fair: true, fairBy: time}}}",
            "tubes: {a: {keys: {ordered: true, concurrency: 1}}}",
            "tubes: {a: {keys: {ordered: true, concurrency: 2}}}",
            "tubes: {a: {keys: {ordered: true, onFailure: block}}}",
            "tubes: {a: {keys: {onFailure: block}}}",
            "tubes: {a: {retry: {initialDelay: 5s, initialDelayMs: 5000}}}",
            "tubes: {a: {retry: {initialDelay: 20h}}}",
            "tubes: {a: {retry: {initialDelay: 5s, maxDelay: 1h, factor: 1.5, jitter: 0}}}",
            "tubes: {a: {ttr: 1, maxAttempts: -1}}",
            "tubes: {a: {gates: {pause: {match: {all: true}, mode: hold}}}}",
            "tubes: {a: {gates: {a b: {match: {all: true}, mode: hold}}}}",
            "tubes: {a: {keys: {}, gates: {g: {match: {key: acme}, mode: hold}}}}",
            "tubes: {a: {gates: {g: {mode: hold}}}}",
            "tubes: {a: {gates: {g: {match: {all: true}}}}}",
            "tubes: {a: {gates: {g: {match: {all: true}, mode: hold}, g: {match: {all: true}, mode: drop}}}}",
            "tubes: {a: {schedules: {s: {}}}}",
            "tubes: {a: {schedules: {s: {cron: 0 7 * * *, every: 1h}}}}",
            "tubes: {a: {schedules: {s: {every: 1h, everyMs: 3600000}}}}",
            "tubes: {a: {schedules: {s: {every: 1h, timeZone: UTC}}}}",
            "tubes: {a: {schedules: {s: {cron: 0 7 * * *, anchor: 2110-01-01T00:00:00Z}}}}",
            "tubes: {a: {schedules: {s: {every: 1h, from: 2110-01-01T00:00:00Z, window: 1h}}}}",
            "tubes: {a: {schedules: {s: {every: 1h, from: 2110-01-01T00:00:00Z, to: 2110-01-01T00:00:00Z}}}}",
            "tubes: {a: {schedules: {s: {every: 1h, from: 2110-01-01T00:00:00Z, missed: skip, missedWithin: 1h}}}}",
            "tubes: {a: {schedules: {s: {every: 1h, from: 2110-01-01T00:00:00Z, weight: 2}}}}",
            "tubes: {a: {schedules: {s: {every: 1h, from: 2110-01-01T00:00:00Z, weight: 2, key: acme}}}}",
            "tubes: {a: {schedules: {s: {every: 1h, from: 2110-01-01T00:00:00Z, payload: 1, payloadBase64: AAH/}}}}",
            "tubes: {a: {schedules: {s: {every: 1h, from: 2110-01-01T00:00:00Z, payload: hi, contentType: text/plain}}}}",
            "tubes: {a: {schedules: {s: {every: 1h, from: 2110-01-01T00:00:00Z, payloadBase64: AAH/, contentType: text/plain}}}}",
            "tubes: {a: {schedules: {s: {every: 1h, from: 2110-01-01T00:00:00Z, contentType: text/plain}}}}",
            "tubes: {a: {schedules: {s: {every: 1h, from: 2110-01-01T00:00:00Z, delayMs: 5}}}}",
            "tubes: {a: {schedules: {s: {every: 1h, from: 2110-01-01T00:00:00Z, id: x}}}}",
            "tubes: {a: {schedules: {a b: {every: 1h, from: 2110-01-01T00:00:00Z}}}}",
            "quotas: null",
            "quotas: {}",
            "quotas: []",
            "quotas: {q: null}",
            "quotas: {q: {}}",
            "quotas: {q: {inFlight: 5}, q: {inFlight: 6}}",
            "quotas: {a b: {inFlight: 5}}",
            "quotas: {\"user:ann\": {inFlight: 5}}",
            "quotas: {default: {inFlight: 1000000}}",
            "quotas: {q: {inFlight: 5, unknown: 1}}",
            "quotas: {q: {produce: {perSecond: 0.5}}}",
            "quotas: {q: {produce: {perSecond: 100, burst: 200}, consume: {perSecond: 50}, inFlight: 20}}",
            "tubes: {a: {ttr: 5m}}\nquotas: {q: {inFlight: 5}}",
            "tubes: {a: {ttr: 5m}}\nquotas: {q: {inFlight: 0}}");

    /** Files in JSON, which is YAML too. */
    private static final List<String> IN_JSON = List.of(
            "{\"tubes\":{\"a\":{}}}",
            "{\"tubes\":{\"a\":{\"ttrMs\":60000}}}",
            "{\"tubes\":{\"a\":{\"ttrMs\":\"60000\"}}}",
            "{\"tubes\":{\"a\":{\"ttrMs\":6e4}}}",
            "{\"tubes\":{\"a\":{\"ttrMs\":60000.0}}}",
            "{\"tubes\":{\"a\":{\"ttr\":\"1m\"}}}",
            "{\"tubes\":{\"a\":{\"ttr\":\"1\\u006d\"}}}",
            "{\"tubes\":{\"a\":{\"ttr\":60}}}",
            "{\"tubes\":{\"a\":{\"\\u0074tr\":\"1m\"}}}",
            "{\"tubes\":{\"a\":{\"maxAttempts\":7}}}",
            "{\"tubes\":{\"a\":{\"maxAttempts\":null}}}",
            "{\"tubes\":{\"a\":{\"maxAttempts\":7,\"maxAttempts\":8}}}",
            "{\"tubes\":{\"a\":{\"limits\":{\"concurrency\":5,\"perSecond\":7.25,\"burst\":3,\"maxJobs\":9,\"maxBytes\":10}}}}",
            "{\"tubes\":{\"a\":{\"limits\":{\"perSecond\":1e2}}}}",
            "{\"tubes\":{\"a\":{\"limits\":null,\"keys\":null,\"retry\":null,\"latenessTargetMs\":null}}}",
            "{\"tubes\":{\"a\":{\"keys\":{\"fairBy\":\"time\",\"concurrency\":2}}}}",
            "{\"tubes\":{\"a\":{\"retry\":{\"initialDelayMs\":5000,\"maxDelayMs\":60000,\"factor\":1.5,\"jitter\":0.25}}}}",
            "{\"tubes\":{\"a\":{\"keepPayload\":true,\"expireTo\":\"bury\",\"paused\":false}}}",
            "{\"tubes\":{\"a\":{\"gates\":{\"g\":{\"match\":{\"label\":\"eu\"},\"mode\":\"refuse\",\"until\":\"2110-01-01T00:00:00Z\"}}}}}",
            "{\"tubes\":{\"a\":{\"schedules\":{\"s\":{\"everyMs\":3600000,\"from\":\"2110-01-01T00:00:00Z\",\"payload\":{\"n\":1.00,\"big\":12345678901234567890}}}}}}",
            "{\"tubes\":{\"a\":{\"schedules\":{\"s\":{\"everyMs\":3600000,\"from\":\"2110-01-01T00:00:00Z\",\"payload\":\"ü€😀\",\"labels\":[\"eu\"]}}}}}",
            "{\"quotas\":{\"q\":{\"produce\":{\"perSecond\":2.5,\"burst\":7},\"inFlight\":20}}}",
            "{\"tubes\":{\"ü\":{}}}",
            "{\"tubes\":{\"a\":{\"unknown\":1}}}",
            "{\"tubes\":{\"a\":{}},}",
            "{\"tubes\":{\"a\":{}}",
            "{'tubes':{'a':{'ttr':'1m'}}}");

    /** The requests that set up a broker for the files of {@link #changes}: method, path and body. */
    static final List<String[]> FULL = List.of(
            new String[] {
                "PUT",
                "/v1/tubes/a",
                "{\"ttrMs\":5000,\"maxAttempts\":7,"
                        + "\"limits\":{\"concurrency\":5,\"perSecond\":7.25,\"burst\":3,\"maxJobs\":9,\"maxBytes\":1000},"
                        + "\"keys\":{\"fairBy\":\"time\",\"concurrency\":4,\"perSecond\":0.5,\"burst\":2,\"maxJobs\":8},"
                        + "\"retry\":{\"initialDelayMs\":100,\"maxDelayMs\":1000,\"factor\":1.5,\"jitter\":0.25},\"dedupWindowMs\":1000,"
                        + "\"keepFinishedMs\":60000,\"keepFinishedMax\":5,\"keepFinishedBytes\":6,\"keepPayload\":true,"
                        + "\"resultMaxBytes\":7,\"expiresAfterMs\":60000,\"expireTo\":\"bury\",\"latenessTargetMs\":3000}"
            },
            new String[] {
                "PUT",
                "/v1/tubes/a/gates/g",
                "{\"match\":{\"label\":\"eu\"},\"mode\":\"refuse\",\"until\":\"2110-01-01T00:00:00Z\",\"reason\":\"why\"}"
            },
            new String[] {
                "PUT",
                "/v1/tubes/a/schedules/s",
                "{\"cron\":\"0 7 * * *\",\"timeZone\":\"Europe/Berlin\",\"from\":\"2110-01-01T00:00:00Z\",\"windowMs\":1000,"
                        + "\"maxRuns\":5,\"missed\":\"all\",\"missedWithinMs\":60000,\"whileRunning\":\"queue\","
                        + "\"pauseAfterFailures\":3,\"payload\":{\"n\":1},\"headers\":{\"trace\":\"7\"},\"key\":\"acme\","
                        + "\"labels\":[\"eu\"],\"weight\":2,\"priority\":3,\"ttrMs\":600000,\"maxAttempts\":4}"
            },
            new String[] {
                "PUT",
                "/v1/quotas/q",
                "{\"produce\":{\"perSecond\":100,\"burst\":200},\"consume\":{\"perSecond\":50},\"inFlight\":20}"
            });

    private ApplyFiles() {}

    /** Files for an empty broker. */
    static List<String> creations() {
        List<String> files = new ArrayList<>(OTHER);
        files.addAll(IN_JSON);
        OF_TUBE.forEach(setting -> files.addAll(TUBE.files(setting)));
        OF_LIMITS.forEach(setting -> files.addAll(LIMITS.someFiles(setting)));
        OF_KEYS.forEach(setting -> files.addAll(KEYS.someFiles(setting)));
        OF_RETRY.forEach(setting ->
                files.addAll((setting.name().equals("initialDelayMs") ? Around.of("tubes: {a: {retry: ", "}}") : RETRY)
                        .someFiles(setting)));
        OF_GATE.forEach(setting -> files.addAll(GATE.someFiles(setting)));
        OF_MATCH.forEach(setting -> files.addAll(MATCH.someFiles(setting)));
        OF_CRON.forEach(setting -> files.addAll(DAILY.someFiles(setting)));
        OF_INTERVAL.forEach(
                setting -> files.addAll((setting.name().equals("everyMs") ? FROM_2110 : INTERVAL).someFiles(setting)));
        files.addAll(
                DAILY.needs("key", "acme").someFiles(Setting.of("weight", "2.5", "0.009", "0.01", "1000", "1000.1")));
        files.addAll(DAILY.needs("payload", "1")
                .someFiles(Setting.of("contentType", "application/vnd.shop+json", "application/json", "text/plain")));
        OF_QUOTA.forEach(setting -> files.addAll(QUOTA.someFiles(setting)));
        OF_RATE.forEach(setting -> files.addAll(PRODUCE.someFiles(setting)));
        return files;
    }

    /** Files for a broker that was set up by {@link #FULL}. */
    static List<String> changes() {
        List<String> files = new ArrayList<>();
        addSome(files, TUBE, OF_TUBE);
        addSome(files, LIMITS, OF_LIMITS);
        addSome(files, KEYS, OF_KEYS);
        addSome(files, RETRY, OF_RETRY);
        addSome(files, GATE, OF_GATE);
        addSome(files, DAILY, OF_CRON);
        addSome(files, QUOTA, OF_QUOTA);
        files.add("tubes: {a: {gates: {}, schedules: {}}}\nquotas: {}");
        files.add("tubes: {a: {limits: {}, keys: {}, retry: {initialDelay: 100ms}}}");
        files.add("tubes: {a: {limits: {concurrency: 5, perSecond: 7.25, burst: 3, maxJobs: 9, maxBytes: 1000}}}");
        return files;
    }

    private static void addSome(List<String> files, Around around, List<Setting> settings) {
        for (Setting setting : settings) {
            files.add(around.with(setting.name() + ": " + setting.valid()));
            files.add(around.with(setting.name() + ": null"));
        }
    }
}
