package io.grape.server.config;

import io.grape.address.RedisUri;
import io.grape.server.address.TrustedProxies;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * What the text of an option may be.
 *
 * @param placeholder how {@code --help} names a value
 * @param expected says in a message what would have been right
 * @param parse empty when the text is not right
 * @param masked the text as it may be shown, without secrets
 */
public record OptionType<T>(
        String placeholder, String expected, Function<String, Optional<T>> parse, UnaryOperator<String> masked) {
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._-]{1,253}|[0-9A-Fa-f:.]{2,45}(%[A-Za-z0-9]+)?");
    private static final Pattern SOME_HOSTS = Pattern.compile("\\*|[A-Za-z0-9._-]{1,253}(,[A-Za-z0-9._-]{1,253})*");
    private static final Pattern NAMESPACE = Pattern.compile("[A-Za-z0-9._-]{1,50}");
    /** What follows the scheme is for the storage to read. */
    private static final Pattern SOME_REDIS = Pattern.compile("rediss?(-sentinel|-cluster)?://\\S+");

    private static final Pattern SOME_HTTP =
            Pattern.compile("https?://([A-Za-z0-9.-]+|\\[[0-9A-Fa-f:.]+])(:[0-9]{1,5})?(/[A-Za-z0-9._~/-]*)?");
    private static final Pattern INTEGER = Pattern.compile("-?[0-9]{1,9}");

    static final int OFF = -1;

    static final OptionType<Integer> PORT =
            integer("PORT", OFF, 65535, "a port from 0 to 65535, 0 = a free one, or -1 = off");
    /** The port of a door that this version does not have. */
    static final OptionType<Integer> NO_DOOR =
            integer("-1", OFF, OFF, "-1, because this version does not have this protocol");

    /** What the path of a URL begins with, behind a proxy. */
    static final OptionType<String> BASE_PATH =
            text("PATH", "a path that begins and ends with a slash", Pattern.compile("/([A-Za-z0-9._~-]+/)*"));

    static final OptionType<String> HOSTNAME = text("HOST", "a host name or an IP address", HOST);
    /** In small letters. */
    static final OptionType<Set<String>> HOSTS = new OptionType<>(
            "HOST,...",
            "host names with commas in between, or *",
            text -> Optional.of(text)
                    .filter(names -> SOME_HOSTS.matcher(names).matches())
                    .map(names ->
                            Set.copyOf(List.of(names.toLowerCase(Locale.ROOT).split(",")))),
            UnaryOperator.identity());

    static final OptionType<TrustedProxies> PROXIES = new OptionType<>(
            "CIDR,...",
            "addresses and networks such as 10.0.0.0/8, with commas in between",
            TrustedProxies::parse,
            UnaryOperator.identity());

    static final OptionType<String> NAME = text("NAME", "1 to 50 of A-Z a-z 0-9 . _ -", NAMESPACE);
    static final OptionType<String> AUTH =
            text("AUTH", "auto, none or required", Pattern.compile("auto|none|required"));
    static final OptionType<String> LABEL =
            text("TEXT", "1 to 40 printable characters", Pattern.compile("[\\p{L}\\p{N}\\p{P}\\p{S} ]{1,40}"));
    static final OptionType<Path> PATH = new OptionType<>("PATH", "a path", OptionType::path, UnaryOperator.identity());
    static final OptionType<String> REDIS = new OptionType<>(
            "URI",
            "redis://host:port/db, redis-sentinel://h1,h2#master or redis-cluster://h1,h2; with TLS rediss…",
            text -> Optional.of(text).filter(uri -> SOME_REDIS.matcher(uri).matches()),
            RedisUri::masked);

    static final OptionType<Boolean> BOOLEAN = new OptionType<>(
            "BOOL",
            "true or false",
            text -> text.equals("true") || text.equals("false") ? Optional.of(text.equals("true")) : Optional.empty(),
            UnaryOperator.identity());
    /** User and password have no place in it. */
    static final OptionType<URI> HTTP = new OptionType<>(
            "URL",
            "http://host:port or https://host:port, a path may follow",
            text -> Optional.of(text)
                    .filter(url -> SOME_HTTP.matcher(url).matches())
                    .map(URI::create),
            UnaryOperator.identity());

    static OptionType<Integer> integer(String placeholder, int least, int most, String expected) {
        return new OptionType<>(
                placeholder,
                expected,
                text -> Optional.of(text)
                        .filter(digits -> INTEGER.matcher(digits).matches())
                        .map(Integer::valueOf)
                        .filter(number -> number >= least && number <= most),
                UnaryOperator.identity());
    }

    static OptionType<Duration> millis(int least, int most) {
        OptionType<Integer> number = integer("MS", least, most, "milliseconds from " + least + " to " + most);
        return new OptionType<>(
                number.placeholder,
                number.expected,
                text -> number.parse.apply(text).map(Duration::ofMillis),
                UnaryOperator.identity());
    }

    private static OptionType<String> text(String placeholder, String expected, Pattern pattern) {
        return new OptionType<>(
                placeholder,
                expected,
                text -> Optional.of(text).filter(one -> pattern.matcher(one).matches()),
                UnaryOperator.identity());
    }

    private static Optional<Path> path(String text) {
        try {
            return text.isBlank() ? Optional.empty() : Optional.of(Path.of(text));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }
}
