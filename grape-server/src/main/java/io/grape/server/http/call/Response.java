package io.grape.server.http.call;

import io.grape.core.job.BlockingConsume;
import io.grape.core.job.Job;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a call answers.
 *
 * @param unwritten runs when the client went away without the response
 * @param taken runs when nobody needs its body any more; of a body that others read, too
 * @param stream writes what goes on for long, null where the body is all
 */
public record Response(
        int status,
        Map<String, String> headers,
        Buffer body,
        Runnable unwritten,
        Runnable taken,
        @Nullable Stream stream) {
    private static final String CONTENT_TYPE = "Content-Type";
    private static final Runnable NOTHING = new Nothing();
    private static final Map<String, String> JSON = Map.of(CONTENT_TYPE, "application/json");
    private static final Map<String, String> JSON_NOT_STORED = notStored(JSON);

    /** A response that goes on. */
    public interface Stream {
        /** Begins to write; done once it has ended. May throw while nothing is written. */
        Future<Void> to(HttpServerResponse response);
    }

    /** Events, as they come: nobody on the way keeps them. */
    public static Response stream(String contentType, Stream stream) {
        Map<String, String> headers = Map.of(CONTENT_TYPE, contentType, "X-Accel-Buffering", "no");
        return new Response(200, headers, Buffer.buffer(), NOTHING, NOTHING, stream).notStored();
    }

    /** JSON in UTF-8. */
    public static Response json(int status, Buffer body) {
        return new Response(status, JSON, body, NOTHING, NOTHING, null);
    }

    /** A tree as JSON, which neither browsers nor proxies keep: for what is not on the way of every job. */
    public static Response fresh(int status, JsonObject body) {
        return json(status, body.toBuffer()).notStored();
    }

    public static Response of(int status, String contentType, Buffer body) {
        return new Response(status, Map.of(CONTENT_TYPE, contentType), body, NOTHING, NOTHING, null);
    }

    /** No content. */
    public static Response empty(int status) {
        return new Response(status, Map.of(), Buffer.buffer(), NOTHING, NOTHING, null);
    }

    public Response header(String name, String value) {
        return with(with(headers, name, value));
    }

    private Response with(Map<String, String> others) {
        return new Response(status, others, body, unwritten, taken, stream);
    }

    private static Map<String, String> with(Map<String, String> headers, String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(name, value);
        return more;
    }

    private static Map<String, String> notStored(Map<String, String> headers) {
        return with(headers, "Cache-Control", "no-store");
    }

    /** Neither browsers nor proxies keep it. */
    public Response notStored() {
        return with(headers.equals(JSON) ? JSON_NOT_STORED : notStored(headers));
    }

    /** It carries jobs, which go back when the client goes away without it. It may be long until that is known: only their leases are kept. */
    public Response handingOut(List<Job> jobs, BlockingConsume waiters) {
        List<Job> leases = new ArrayList<>(jobs.size());
        jobs.forEach(job -> leases.add(job.withoutContent()));
        return new Response(status, headers, body, () -> waiters.giveBack(leases), taken, stream);
    }

    /** Others read its body, too: who made it counts it, and is told when it is taken. */
    public Response shared(Runnable whenTaken) {
        return new Response(status, headers, body, unwritten, whenTaken, stream);
    }

    /** What its body takes of the memory that answers have. */
    int length() {
        return taken instanceof Nothing ? body.length() : 0;
    }

    /** True when it carries jobs. */
    boolean handsOut() {
        return !(unwritten instanceof Nothing);
    }

    private record Nothing() implements Runnable {
        @Override
        public void run() {}
    }
}
