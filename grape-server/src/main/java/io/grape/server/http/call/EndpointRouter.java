package io.grape.server.http.call;

import io.grape.core.GrapeException;
import io.grape.server.http.json.PercentEncoding;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.internal.http.HttpServerRequestInternal;
import io.vertx.core.internal.http.HttpServerRequestWrapper;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Leads a request to the call that it means: one that is hot at once, all others, and what is no call, by the router of vertx-web. It
 * matches paths as they were sent: one that was put in order first would be that of another job. Source: docs/decisions/0014-vertx-web.md.
 */
public final class EndpointRouter implements Handler<HttpServerRequest> {
    private static final String ROOT = "/";
    /** Where the path is kept that a request was sent with. */
    private static final String SENT = "sent";

    private final Vertx vertx;
    private final HandlerContext shared;
    private final Site site;
    private final HotEndpoints hot;
    private final Router router;
    private final LongAdder requests = new LongAdder();

    /** What a port serves beside the calls. */
    public interface Site {
        /** Nothing: what is no call is an error. */
        Site NONE = (http, path) -> Optional.empty();

        /** What the path of all of it begins with; begins and ends with a slash. */
        default String basePath() {
            return ROOT;
        }

        /** What a path answers that no call has; empty = that is an error. */
        Optional<Response> page(HttpServerRequest http, String path);
    }

    /** The router lets no request through whose host it cannot read. Which hosts there may be is for {@link HostAllowList} to say. */
    private static final class OfAnyHost extends HttpServerRequestWrapper {
        OfAnyHost(HttpServerRequest http) {
            super((HttpServerRequestInternal) http);
        }

        @Override
        public boolean isValidAuthority() {
            return true;
        }
    }

    public EndpointRouter(Vertx vertx, HandlerContext shared, List<Endpoint> calls, Site site) {
        this.vertx = vertx;
        this.shared = shared;
        this.site = site;
        this.hot = new HotEndpoints(calls);
        this.router = router(calls);
    }

    private Router router(List<Endpoint> calls) {
        Router all = Router.router(vertx);
        all.routeWithRegex(".*%.*").useNormalizedPath(false).handler(this::inOneSpelling);
        Router below = Router.router(vertx);
        Map<String, List<EndpointPath>> paths = calls.stream()
                .map(EndpointPath::new)
                .collect(Collectors.groupingBy(path -> path.call().path(), LinkedHashMap::new, Collectors.toList()));
        paths.values()
                .forEach(ofPath -> below.routeWithRegex(ofPath.get(0).regex())
                        .useNormalizedPath(false)
                        .handler(found -> run(found, ofPath)));
        below.route().handler(this::page);
        for (String mount : new LinkedHashSet<>(List.of(site.basePath(), ROOT))) {
            all.route(mount + "*").useNormalizedPath(false).subRouter(below);
        }
        return all.errorHandler(400, this::unknown).errorHandler(404, this::unknown);
    }

    @Override
    public void handle(HttpServerRequest http) {
        requests.increment();
        EndpointPath found = hot.find(http.method(), http.path());
        if (found == null) {
            router.handle(new OfAnyHost(http));
        } else {
            exchange(http).run(found);
        }
    }

    /** How many requests have come. */
    public long requests() {
        return requests.sum();
    }

    private RequestHandler exchange(HttpServerRequest http) {
        return new RequestHandler(vertx, http, callPath(http.path()), shared);
    }

    /** A proxy may take the base path away, or leave it. */
    private String callPath(String path) {
        return path.startsWith(site.basePath()) ? path.substring(site.basePath().length() - 1) : path;
    }

    private void run(RoutingContext context, List<EndpointPath> ofPath) {
        RequestHandler exchange = exchange(context.request());
        ofPath.stream()
                .filter(path -> path.call().answers(context.request().method()))
                .findFirst()
                .ifPresentOrElse(exchange::run, () -> exchange.unknown(methods(ofPath)));
    }

    private static Set<String> methods(List<EndpointPath> ofPath) {
        return ofPath.stream()
                .map(EndpointPath::call)
                .flatMap(call -> call.answersHead()
                        ? Stream.of("GET", "HEAD")
                        : Stream.of(call.method().name()))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private void page(RoutingContext context) {
        String path = callPath(context.request().path());
        Optional<Response> page = shared.style(path).equals(ProblemStyle.INSTANCE)
                ? site.page(context.request(), path)
                : Optional.empty();
        page.ifPresentOrElse(found -> exchange(context.request()).answer(asked -> found), context::next);
    }

    /** A path may have letters encoded that need not be: it means the same as without. */
    private void inOneSpelling(RoutingContext context) {
        HttpServerRequest http = context.request();
        try {
            String path = PercentEncoding.normalizedPath(http.path());
            if (path.equals(http.path())) {
                context.next();
            } else {
                context.put(SENT, http.path()).reroute(http.query() == null ? path : path + "?" + http.query());
            }
        } catch (GrapeException e) {
            exchange(http).answer(asked -> {
                throw e;
            });
        }
    }

    private void unknown(RoutingContext context) {
        String sent = context.get(SENT, context.request().path());
        new RequestHandler(vertx, context.request(), callPath(sent), shared).unknown(Set.of());
    }
}
