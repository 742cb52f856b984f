package io.grape.cli.call;

import io.grape.cli.terminal.OutputFormat;
import io.grape.cli.terminal.Terminal;
import io.grape.cli.terminal.UsageException;
import io.grape.client.ClientEvents;
import io.grape.client.Grape;
import io.grape.client.GrapeBuilder;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of every word that calls a broker. */
public final class CommonOptions {
    private static final String URL = "http://localhost:9521";

    @Option(
            names = "--url",
            paramLabel = "URL",
            description = "the brokers, with commas between several; else GRAPE_URL, else " + URL)
    private @Nullable String url;

    @Option(
            names = "--token",
            paramLabel = "TOKEN",
            description = "the API token; others on the machine see it, so rather set GRAPE_TOKEN")
    private @Nullable String token;

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            description = "url and token of ~/.config/grape/config.yaml; else GRAPE_PROFILE")
    private @Nullable String profile;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "${COMPLETION-CANDIDATES}; default: table")
    private OutputFormat output = OutputFormat.TABLE;

    @Option(names = "--timeout", paramLabel = "TIME", description = "of a call, with its retries; default: 10s")
    private Duration timeout = Duration.ofSeconds(10);

    @Option(names = "--curl", description = "print the first request as a curl command, and send nothing")
    private boolean curl;

    @Option(names = "--yes", description = "do not ask before something is destroyed")
    private boolean yes;

    /** Whether nothing is to be sent. */
    public boolean isCurl() {
        return curl;
    }

    /** Whether nobody is to be asked. */
    public boolean isYes() {
        return yes;
    }

    /** Of a call. */
    public Duration timeout() {
        return timeout;
    }

    /** How results are to be written. */
    public OutputFormat output() {
        return output;
    }

    /**
     * The addresses and the token, in this order: options, a profile that was asked for, the environment, the file's. A token of
     * a profile is for the addresses of that profile alone.
     */
    public Brokers brokers(Map<String, String> env) {
        Profile asked = profile == null ? Profile.NONE : Profile.read(env, profile);
        Profile usual =
                profile == null ? Profile.read(env, given(env, "GRAPE_PROFILE").orElse(null)) : Profile.NONE;
        Optional<String> variable = given(env, "GRAPE_URL");
        boolean isOfAsked = url == null && (asked.url().isPresent() || variable.isEmpty());
        boolean isOfUsual = url == null && variable.isEmpty();
        return new Brokers(
                Optional.ofNullable(url)
                        .or(asked::url)
                        .or(() -> variable)
                        .or(usual::url)
                        .orElse(URL),
                Optional.ofNullable(token)
                        .or(() -> isOfAsked ? asked.token() : Optional.empty())
                        .or(() -> given(env, "GRAPE_TOKEN"))
                        .or(() -> isOfUsual ? usual.token() : Optional.empty()));
    }

    private static Optional<String> given(Map<String, String> env, String name) {
        return Optional.ofNullable(env.get(name)).filter(value -> !value.isEmpty());
    }

    /** The client that these options ask for. */
    Grape connect(Terminal terminal, ClientEvents events) {
        Brokers brokers = brokers(terminal.env());
        try {
            GrapeBuilder builder = Grape.builder()
                    .brokers(Arrays.stream(brokers.urls().split(",", -1))
                            .map(URI::create)
                            .toList())
                    .callTimeout(timeout)
                    .events(events);
            brokers.token().ifPresent(builder::token);
            if (curl) {
                builder.httpClient(new CurlClient(terminal.out()));
            }
            return builder.build();
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }
}
