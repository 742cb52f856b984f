package io.grape.server.http.grape13;

import io.grape.core.GrapeException;
import io.grape.core.JobId;
import io.grape.core.Limits;
import io.grape.core.TubeName;
import io.grape.core.job.NewJob;
import io.grape.core.job.Payload;
import io.grape.server.http.call.Request;
import io.grape.server.http.v1.PayloadParser;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a call of Grape 1.3 is asked. A value that is read and is not right is refused as 1.3 refuses it. */
final class Grape13Request {
    private static final Pattern NEW_TUBE = Pattern.compile("[A-Za-z][A-Za-z0-9_-]*");
    private static final int LONGEST_NEW_TUBE = 64;

    private final Request request;
    private final Grape13Params params;
    private final String tube;

    private Grape13Request(Request request, Grape13Params params, String tube) {
        this.request = request;
        this.params = params;
        this.tube = tube;
    }

    /** A request whose parameters name a tube. */
    static Grape13Request of(Request request) {
        Grape13Params params = Grape13Params.of(request);
        String tube = params.get("tube");
        return new Grape13Request(request, params, tube == null ? "" : tube);
    }

    /** A request whose path names a tube. */
    static Grape13Request ofTubePath(Request request) {
        return new Grape13Request(request, Grape13Params.of(request), request.pathParameter("tube"));
    }

    /** The tube. One that cannot be is as unknown as one that is not there. */
    TubeName tube() {
        if (tube.isEmpty()) {
            throw Grape13Refusal.emptyTube();
        }
        return request.allowed(TubeName.read(tube).orElseThrow(() -> Grape13Refusal.unknownTube(tube)));
    }

    Request request() {
        return request;
    }

    /** What was said to be the tube; empty when nothing was. */
    String tubeText() {
        return tube;
    }

    /** The name of a tube to be made, of which 1.3 asks more than version 1 does. */
    TubeName newTube() {
        if (tube.isEmpty()) {
            throw Grape13Refusal.emptyTube();
        }
        if (tube.length() > LONGEST_NEW_TUBE) {
            throw Grape13Refusal.bad(1003, "tube name great than 64");
        }
        if (!NEW_TUBE.matcher(tube).matches()) {
            throw Grape13Refusal.bad(1002, "tube name not match ^([a-z]|[A-Z])(\\w|-)*");
        }
        return request.allowed(new TubeName(tube));
    }

    JobId jid() {
        String id = params.get("jid");
        if (id == null || id.isEmpty()) {
            throw Grape13Refusal.bad(2001, "job id is empty");
        }
        try {
            return new JobId(id);
        } catch (GrapeException e) {
            throw Grape13Refusal.badId();
        }
    }

    /** The id of a job to be made. */
    JobId newJid() {
        JobId id = jid();
        try {
            NewJob.checkNoPathStep("jid", id.value());
        } catch (GrapeException e) {
            throw Grape13Refusal.badId();
        }
        return id;
    }

    /** Delay to run. One below zero is none: the job is due. */
    Duration dtr() {
        return duration("dtr", 2002, Duration.ZERO);
    }

    /** Time to run, a second at least. */
    Duration ttr() {
        return duration("ttr", 2003, Limits.MIN_TTR);
    }

    private Duration duration(String name, int code, Duration least) {
        Long millis = wholeNumber(name);
        if (millis == null) {
            throw Grape13Refusal.bad(code, "job " + name + " is invalid");
        }
        long most = Limits.MAX_DURATION.toMillis();
        if (millis > most) {
            throw Grape13Refusal.bad(code, "job " + name + " is invalid: expected at most " + most + " ms");
        }
        return Duration.ofMillis(Math.max(least.toMillis(), millis));
    }

    /** Zero when it is not there, null when it is not a number. */
    private @Nullable Long wholeNumber(String name) {
        String text = params.get(name);
        try {
            return text == null ? 0L : Long.valueOf(text);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** How many jobs: 1 where that is missing or not a number above zero, and never more than a batch. */
    int max() {
        String text = params.get("max");
        try {
            int wanted = text == null ? 1 : Integer.parseInt(text);
            return Math.max(1, Math.min(wanted, Limits.MAX_BATCH));
        } catch (NumberFormatException e) {
            return 1;
        }
    }

    /** The body as it is, under the content type that it came with; as mere bytes where that is no type, or not theirs. */
    Future<Payload> payload() {
        return request.read(body -> {
            try {
                return PayloadParser.ofBody(body, request.contentType());
            } catch (GrapeException e) {
                return Payload.binary(body);
            }
        });
    }

    <T> Future<T> await(CompletionStage<T> stage) {
        return request.await(stage);
    }
}
