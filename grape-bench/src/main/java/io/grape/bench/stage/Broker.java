package io.grape.bench.stage;

import io.grape.process.ChildProcess;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A broker in a process of its own. */
public final class Broker implements AutoCloseable {
    private static final Pattern READY = Pattern.compile("grape is ready http=(\\S+) ");
    private static final Pattern CONSOLE = Pattern.compile("grape is ready .*?console=(http\\S+)");

    private final ChildProcess child;
    private final URI http;

    private Broker(ChildProcess child, URI http) {
        this.child = child;
        this.http = http;
    }

    /** Starts one. {@code program} is how Java runs it: {@code -jar …}, or a class path and a main class. */
    static Broker start(List<String> program, List<String> arguments, Path output) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(program);
        command.addAll(arguments);
        ChildProcess child = Packages.start(
                command, output, started -> READY.matcher(started.output()).find());
        Matcher ready = READY.matcher(child.output());
        if (!ready.find()) {
            throw new StageFailure("the broker is not ready");
        }
        return new Broker(child, URI.create(ready.group(1)));
    }

    /** Where its HTTP API is. */
    public URI http() {
        return http;
    }

    /** Where its console is; fails when it was started without one. */
    public URI console() {
        Matcher console = CONSOLE.matcher(child.output());
        if (!console.find()) {
            throw new StageFailure("the broker has no console");
        }
        return URI.create(console.group(1));
    }

    public InetSocketAddress address() {
        return new InetSocketAddress(http.getHost(), http.getPort());
    }

    public ProcessHandle process() {
        return child.program();
    }

    @Override
    public void close() {
        child.end(Packages.STOP);
    }
}
