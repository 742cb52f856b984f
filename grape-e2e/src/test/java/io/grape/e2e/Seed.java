package io.grape.e2e;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** What a console of some days has to show: jobs in every state, a paused tube, reasons of failures. */
final class Seed {
    private static final Pattern LEASE = Pattern.compile("\"id\":\"([^\"]+)\"[^}]*?\"lease\":\"(\\d+)\"");
    private static final List<String> REASONS = List.of(
            "IllegalStateException: order %d is closed",
            "SocketTimeoutException: no answer from billing after %d ms", "no such customer '%d'");

    private static final Duration TWO_HOURS = Duration.ofHours(2);

    private Seed() {}

    /** Into a broker that has nothing yet. */
    static void into(Console console) {
        put(console, "order-timeout", jobs("order", 120, "\"delayMs\":%d", 45_000));
        put(console, "mails", jobs("mail", 12, "\"delayMs\":0,\"priority\":%d", 7));
        put(console, "billing-retry", jobs("bill", 30, "\"maxAttempts\":5,\"priority\":%d", 1));
        String limits = "{\"limits\":{\"concurrency\":5,\"perSecond\":2.5,\"burst\":10,\"maxJobs\":100000}}";
        console.call("PUT", "/v1/tubes/order-timeout", limits).is(200);
        console.call("POST", "/v1/tubes/mails/pause?forMs=3600000&reason=the%20relay%20is%20down", "")
                .is(200);
        fail(console);
        keys(console);
        console.call("PUT", "/v1/tubes/images/jobs/raw?delayMs=3600000&key=acme&labels=eu,trial", "\u0000\u0001GIF89a")
                .is(201);
        gates(console);
        schedules(console);
    }

    private static String jobs(String prefix, int count, String more, int step) {
        List<String> jobs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            jobs.add(String.format(
                            Locale.ROOT,
                            "{\"id\":\"%s-%d\",\"payload\":{\"order\":%d,\"big\":12345678901234567890},",
                            prefix,
                            i,
                            i)
                    + String.format(Locale.ROOT, more, (long) i * step) + "}");
        }
        return "[" + String.join(",", jobs) + "]";
    }

    /** Customers that share a tube. */
    private static void keys(Console console) {
        console.call("PUT", "/v1/tubes/exports", "{\"keys\":{\"concurrency\":5,\"perSecond\":2.5}}")
                .is(201);
        put(console, "exports", jobs("export", 40, "\"key\":\"acme\",\"priority\":%d", 0));
        put(console, "exports", jobs("report", 3, "\"key\":\"globex\",\"priority\":%d", 0));
        console.call("PUT", "/v1/tubes/exports/keys/globex", "{\"weight\":2,\"concurrency\":1}")
                .is(201);
        console.call("PUT", "/v1/tubes/exports/keys/initech", "{\"paused\":true}")
                .is(201);
    }

    /** Jobs that are held back, by their label and by their key, and new ones that are refused. */
    private static void gates(Console console) {
        put(console, "images", jobs("pdf", 5, "\"labels\":[\"pdf\"],\"priority\":%d", 0));
        gate(console, "images", "outage", "{\"label\":\"pdf\"}", "hold", "the renderer is down");
        console.call("POST", "/v1/tubes/images/consume", "").is(200);
        gate(console, "exports", "incident-17", "{\"key\":\"globex\"}", "hold", "they asked for it");
        gate(console, "exports", "bad-batch", "{\"label\":\"import-42\"}", "bury", "");
        gate(console, "exports", "trial", "{\"label\":\"trial\"}", "refuse", "no trial exports this week");
    }

    /** One by the clocks of a zone, one at an interval that is paused. */
    private static void schedules(Console console) {
        String daily =
                "{\"cron\":\"0 7 * * 1-5\",\"timeZone\":\"America/New_York\",\"key\":\"acme\",\"labels\":[\"pdf\"],"
                        + "\"payload\":{\"report\":\"sales\"}}";
        console.call("PUT", "/v1/tubes/exports/schedules/daily", daily).is(201);
        console.call("PUT", "/v1/tubes/exports/schedules/poll", "{\"everyMs\":90000,\"payload\":1,\"paused\":true}")
                .is(201);
    }

    private static void gate(Console console, String tube, String name, String match, String mode, String reason) {
        console.call(
                        "PUT",
                        "/v1/tubes/" + tube + "/gates/" + name,
                        String.format(
                                "{\"match\":%s,\"mode\":\"%s\",\"reason\":\"%s\",\"until\":%s}",
                                match,
                                mode,
                                reason,
                                mode.equals("hold") ? "\"" + Instant.now().plus(TWO_HOURS) + "\"" : "null"))
                .is(201);
    }

    private static void put(Console console, String tube, String jobs) {
        console.call("POST", "/v1/tubes/" + tube + "/jobs", jobs).is(200);
    }

    /** Most are buried, a few stay with their consumer, one comes back. */
    private static void fail(Console console) {
        String handed = console.call("POST", "/v1/tubes/billing-retry/consume?max=24", "")
                .body();
        List<MatchResult> held = LEASE.matcher(handed).results().toList();
        for (int i = 0; i < held.size(); i++) {
            String job = "/v1/tubes/billing-retry/jobs/" + held.get(i).group(1);
            String lease = "lease=" + held.get(i).group(2);
            if (i < 20) {
                String reason = String.format(REASONS.get(i % REASONS.size()), 8800 + i);
                console.call(
                                "POST",
                                job + "/bury?" + lease + "&reason="
                                        + reason.replace(" ", "%20").replace("'", "%27"),
                                "")
                        .is(200);
            } else if (i == 20) {
                console.call("POST", job + "/release?delayMs=5000&" + lease, "").is(200);
            } else if (i == 21) {
                console.call("POST", job + "/finish?" + lease, "").is(200);
            }
        }
    }
}
