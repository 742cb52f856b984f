package io.grape.redis;

import io.grape.embedded.EmbeddedRedis;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A process of its own that owns an embedded Redis, as a broker does, until it is killed. */
public final class RedisOwner implements AutoCloseable {
    private final Process process;
    private final ProcessHandle redis;
    private final String uri;

    private RedisOwner(Process process, ProcessHandle redis, String uri) {
        this.process = process;
        this.redis = redis;
        this.uri = uri;
    }

    /** What the process runs. */
    public static void main(String[] arguments) throws IOException {
        EmbeddedRedis redis = EmbeddedRedis.durable(Path.of(arguments[0]));
        System.out.println("owner " + redis.process().pid() + " " + redis.uri());
        System.out.println("ended by " + System.in.read());
    }

    public static RedisOwner start(Path directory) throws IOException {
        return start(List.of(), directory);
    }

    /** One that is the first of a process group of its own. */
    public static RedisOwner startInAGroup(Path directory) throws IOException {
        return start(List.of("setsid"), directory);
    }

    private static RedisOwner start(List<String> before, Path directory) throws IOException {
        List<String> command = new ArrayList<>(before);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                RedisOwner.class.getName(),
                directory.toString()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        StringBuilder said = new StringBuilder();
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.startsWith("owner ")) {
                String[] words = line.split(" ", -1);
                return new RedisOwner(
                        process, ProcessHandle.of(Long.parseLong(words[1])).orElseThrow(), words[2]);
            }
            said.append(line).append('\n');
        }
        throw new IOException("no Redis:\n" + said);
    }

    public Process process() {
        return process;
    }

    public ProcessHandle redis() {
        return redis;
    }

    public String uri() {
        return uri;
    }

    int port() {
        return Integer.parseInt(uri.substring(uri.lastIndexOf(':') + 1));
    }

    @Override
    public void close() {
        redis.destroyForcibly();
        process.destroyForcibly();
    }
}
