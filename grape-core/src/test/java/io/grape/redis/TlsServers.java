package io.grape.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.grape.harness.Directories;
import io.grape.harness.Programs;
import io.grape.harness.RedisNode;
import io.lettuce.core.RedisException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Servers that speak nothing but TLS and let nobody in without a user and a password. The embedded Redis was built without TLS, so
 * they are of the {@code redis-server} that is installed. While they are there, this JVM trusts their certificate.
 */
final class TlsServers implements AutoCloseable {
    static final String PASSWORD = "s:e@c/r#t";
    /** Of the user of the nodes, as a URI has it. */
    static final String LOGIN = "broker:s%3Ae%40c%2Fr%23t@";

    /** Of the user of the Sentinels. */
    static final String SENTINEL_PASSWORD = "w@tch&me";

    static final String WATCHER = "watcher:w%40tch%26me@";
    /** Of brokers at the Sentinels, who may do no more than docs/operations.md says. */
    static final String SENTINEL_LOGIN = "sentinelUser=guest&sentinelPassword=w%40tch%26me";

    private static final String TRUST = "javax.net.ssl.trustStore";
    private static final String TRUST_PASSWORD = "javax.net.ssl.trustStorePassword";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path program;
    private final Path keys;
    private final Path certificate;
    private final Path key;
    private final Map<Integer, RedisNode> servers = new LinkedHashMap<>();

    private TlsServers(Path program, Path keys) throws Exception {
        this.program = program;
        this.keys = keys;
        KeyStore store = TestKeys.make(keys, "EC");
        certificate = pem(
                "certificate.pem",
                "CERTIFICATE",
                store.getCertificate(TestKeys.NAME).getEncoded());
        Key secret = store.getKey(TestKeys.NAME, TestKeys.PASSWORD.toCharArray());
        key = pem("key.pem", "PRIVATE KEY", secret.getEncoded());
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("redis", store.getCertificate(TestKeys.NAME));
        Path trust = keys.resolve("trusted.p12");
        try (OutputStream out = Files.newOutputStream(trust)) {
            trusted.store(out, TestKeys.PASSWORD.toCharArray());
        }
        System.setProperty(TRUST, trust.toString());
        System.setProperty(TRUST_PASSWORD, TestKeys.PASSWORD);
    }

    /** None yet, where there is a program for them; else the test is skipped, and says so. */
    static TlsServers inDirectory(Path directory) throws Exception {
        Optional<Path> server = Programs.find("redis-server");
        boolean installed = server.isPresent() && Programs.find("redis-cli").isPresent();
        if (!installed) {
            System.err.println(
                    "SKIPPED: redis-server is not installed, so TLS to Sentinels and to a Cluster was NOT tested");
        }
        assumeTrue(installed, "redis-server is installed");
        return new TlsServers(server.orElseThrow(), directory);
    }

    private Path pem(String name, String kind, byte[] der) throws IOException {
        String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        String text = "-----BEGIN " + kind + "-----\n" + base64 + "\n-----END " + kind + "-----\n";
        return Files.writeString(keys.resolve(name), text);
    }

    /** Starts a server that keeps jobs, and waits until it answers. Returns its port. */
    int startNode(String... settings) {
        List<String> all = new ArrayList<>(List.of(
                "appendonly yes",
                "save \"\"",
                "repl-diskless-sync-delay 0",
                "tls-cluster yes",
                "user broker on >" + PASSWORD + " ~* &* +@all",
                "masteruser broker",
                "masterauth " + PASSWORD));
        all.addAll(List.of(settings));
        int port = start(all);
        await().atMost(PATIENCE)
                .ignoreExceptionsInstanceOf(RedisException.class)
                .until(() -> info(LOGIN, port, "persistence").contains("loading:0"));
        return port;
    }

    /** Starts a Sentinel of the master {@code orders}. Returns its port. */
    int startSentinel(int master) {
        List<String> settings = List.of(
                "user watcher on >" + SENTINEL_PASSWORD + " ~* &* +@all",
                "user guest on >" + SENTINEL_PASSWORD + " +sentinel|get-master-addr-by-name +ping",
                "sentinel sentinel-user watcher",
                "sentinel sentinel-pass " + SENTINEL_PASSWORD,
                "sentinel monitor orders 127.0.0.1 " + master + " 2",
                "sentinel auth-user orders broker",
                "sentinel auth-pass orders " + PASSWORD,
                "sentinel down-after-milliseconds orders 1000",
                "sentinel failover-timeout orders 2000");
        return start(settings, "--sentinel");
    }

    private int start(List<String> settings, String... arguments) {
        int port = RedisNode.busPort();
        Path directory = Directories.ofBuild();
        List<String> all = new ArrayList<>(List.of(
                "bind 127.0.0.1",
                "dir " + directory,
                "tls-cert-file " + certificate,
                "tls-key-file " + key,
                "tls-ca-cert-file " + certificate,
                "tls-auth-clients no",
                "tls-replication yes",
                "user default off"));
        all.addAll(settings);
        servers.put(port, RedisNode.encrypted(program, directory, port, String.join("\n", all), arguments));
        return port;
    }

    /** Makes a cluster of nodes. */
    void formCluster(List<Integer> ports) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("redis-cli", "--tls", "--cacert", certificate.toString()));
        command.addAll(List.of("--user", "broker", "--cluster-yes", "--cluster", "create"));
        ports.forEach(port -> command.add("127.0.0.1:" + port));
        Path said = keys.resolve("said");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile());
        builder.environment().put("REDISCLI_AUTH", PASSWORD);
        assertThat(builder.start().waitFor()).as(Files.readString(said)).isZero();
    }

    /** What a server says of itself; fails while it is away. */
    String info(String login, int port, String section) {
        try (RawRedis redis = RawRedis.to("rediss://" + login + "127.0.0.1:" + port)) {
            return redis.commands().info(section);
        }
    }

    /** Hosts and ports as a URI has them. */
    static String hosts(List<Integer> ports) {
        return ports.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
    }

    void kill(int port) {
        Objects.requireNonNull(servers.get(port)).kill();
    }

    @Override
    public void close() {
        servers.values().forEach(RedisNode::kill);
        System.clearProperty(TRUST);
        System.clearProperty(TRUST_PASSWORD);
    }
}
