package io.grape.server.http.console;

import io.grape.console.Asset;
import io.grape.console.Assets;
import io.grape.server.http.call.EndpointRouter;
import io.grape.server.http.call.Response;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import java.util.Locale;
import java.util.Optional;

/** The console's files beside the calls. Every path that is neither a call's nor a file's is a page of the app. */
public final class ConsoleSite implements EndpointRouter.Site {
    private static final String FILES = "/assets/";
    private static final String YEAR = "public, max-age=31536000, immutable";

    private final ConsoleFiles console;

    public ConsoleSite(ConsoleFiles console) {
        this.console = console;
    }

    @Override
    public String basePath() {
        return console.basePath();
    }

    @Override
    public Optional<Response> page(HttpServerRequest http, String path) {
        boolean read = http.method().equals(HttpMethod.GET) || http.method().equals(HttpMethod.HEAD);
        if (!read || path.startsWith("/v1/") || path.startsWith("/api/")) {
            return Optional.empty();
        }
        if (path.startsWith(FILES)) {
            return console.assets()
                    .find(path.substring(1))
                    .map(file -> reply(http, file).header("Cache-Control", YEAR));
        }
        Assets assets = console.assets();
        return Optional.of(reply(http, assets.index())
                .header("Cache-Control", "no-cache")
                .header("Content-Security-Policy", assets.contentSecurityPolicy())
                .header("Referrer-Policy", "same-origin"));
    }

    private static Response reply(HttpServerRequest http, Asset file) {
        boolean zipped = takesGzip(http);
        String tag = "\"" + file.hash() + (zipped ? "-gzip" : "") + "\"";
        Response reply = tag.equals(http.getHeader("If-None-Match")) ? Response.empty(304) : whole(file, zipped);
        return reply.header("ETag", tag).header("Vary", "Accept-Encoding");
    }

    private static Response whole(Asset file, boolean zipped) {
        Response reply = Response.of(200, file.contentType(), Buffer.buffer(zipped ? file.gzip() : file.bytes()));
        return zipped ? reply.header("Content-Encoding", "gzip") : reply;
    }

    private static boolean takesGzip(HttpServerRequest http) {
        String accepted = http.getHeader("Accept-Encoding");
        return accepted != null
                && accepted.toLowerCase(Locale.ROOT).matches(".*\\bgzip\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$)).*");
    }
}
