package io.grape.server.beanstalkd;

import io.grape.core.OncePerInterval;
import io.grape.server.access.Access;
import io.grape.server.access.LongCall;
import io.grape.server.access.Principal;
import io.grape.server.address.CallerAddress;
import io.grape.server.admission.InFlightLimits;
import io.grape.server.admission.LimitKind;
import io.grape.server.tcp.EventLoops;
import io.grape.server.tcp.OpenFiles;
import io.grape.server.tcp.ResponseWriting;
import io.grape.server.tcp.ServedCertificate;
import io.grape.server.tcp.TlsHandshakes;
import io.grape.server.tcp.TlsProtocols;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.internal.net.NetSocketInternal;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The port of the protocol: one server per event loop, all on one port. Thread-safe. */
public final class BeanstalkdServer {
    /** Below 0 Vert.x takes a free port that servers share which name the same number. */
    private static final int FREE_PORT = -3;

    private final Vertx vertx;
    private final ListenOptions options;
    private final NetServerOptions netOptions;
    private final Ports ports;
    private final Access access;
    private final PortToken portToken;
    private final Usage usage = new Usage();
    private final SharedPort shared;
    private final List<NetServer> servers = new CopyOnWriteArrayList<>();
    private volatile boolean draining;

    /** Nothing is open yet. */
    public BeanstalkdServer(Vertx vertx, ListenOptions options, Ports ports, Access access, String version) {
        this.vertx = vertx;
        this.options = options;
        this.netOptions = netOptions(options);
        this.ports = ports;
        this.access = access;
        this.portToken = new PortToken(access, options.token());
        this.shared = new SharedPort(
                options,
                new BrokerStats(ports.tubes(), usage, version, options.maxPayload(), () -> draining),
                access.policy().tubes(),
                () -> draining,
                new OncePerInterval(Duration.ofMinutes(1)));
    }

    public Usage usage() {
        return usage;
    }

    /** Opens the port, and returns it. Fails with BAD_REQUEST where the token is none that is known. */
    public Future<Integer> open() {
        portToken.read();
        DeploymentOptions each = new DeploymentOptions().setInstances(EventLoops.COUNT);
        int port = options.port() == 0 ? FREE_PORT : options.port();
        servers.clear();
        return vertx.deployVerticle(() -> new Server(port), each)
                .map(deployed -> servers.get(0).actualPort());
    }

    /** From now on no job is taken, and who waits for one is told that there is none. */
    public void drain() {
        draining = true;
    }

    /** Closes the port and all connections: the jobs that they hold go back. */
    public Future<Void> close() {
        return Future.join(servers.stream().map(NetServer::close).toList()).mapEmpty();
    }

    private static NetServerOptions netOptions(ListenOptions given) {
        NetServerOptions options = new NetServerOptions().setTcpNoDelay(true).setTcpKeepAlive(true);
        ServedCertificate tls = given.tls();
        if (tls != null) {
            TlsProtocols.serve(
                    options,
                    tls,
                    new TlsHandshakes(given.connections(), given.time(), given.inFlight(), given.proxies()));
        }
        return options;
    }

    /** The server of one event loop. */
    private final class Server extends VerticleBase {
        private final int port;

        Server(int port) {
            this.port = port;
        }

        @Override
        public Future<?> start() {
            NetServer server = vertx.createNetServer(netOptions);
            server.connectHandler(BeanstalkdServer.this::opened);
            servers.add(server);
            return server.listen(port, options.host());
        }
    }

    private void opened(NetSocket socket) {
        ChannelHandlerContext ctx = ((NetSocketInternal) socket).channelHandlerContext();
        if (!OpenFiles.ofProcess().admit(ctx.channel())) {
            options.inFlight().countRefusal(LimitKind.FILES);
            socket.close();
            return;
        }
        String peer = socket.remoteAddress().hostAddress();
        List<String> callers = options.proxies().callers(peer);
        InFlightLimits.Permit permit = options.inFlight().acquire(LimitKind.CONNECTIONS_OF_ADDRESS, callers);
        boolean isFull = usage.connections() >= options.connections();
        if (isFull && permit.isGranted()) {
            options.inFlight().countRefusal(LimitKind.CONNECTIONS);
        }
        Principal caller = portToken.caller();
        if (isFull || !permit.isGranted() || caller.equals(Principal.NOBODY)) {
            permit.release();
            socket.close();
            return;
        }
        CallerAddress from = options.proxies().caller(peer, List.of());
        AuditTrail audit = new AuditTrail(access.audit(), caller.name(), from.text());
        SessionMemory memory = new SessionMemory(options.memory().bodies().share(callers));
        Session session = new Session(ports, usage, caller, from, audit, memory, ctx.executor());
        LongCall stay = access.stay(caller, socket::close);
        ctx.channel().closeFuture().addListener(closed -> {
            permit.release();
            stay.close();
        });
        ctx.channel().config().setOption(ChannelOption.ALLOW_HALF_CLOSURE, true);
        ChannelPipeline pipeline = ctx.pipeline();
        ResponseWriting.install(pipeline, options.time());
        pipeline.addBefore(ctx.name(), "beanstalkd", new ConnectionHandler(session, shared, callers));
    }
}
