package io.grape.server.config;

import io.grape.address.RedisUri;
import io.grape.command.ValueType;
import io.grape.server.address.TrustedProxies;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** What the texts of a broker's options may be. */
final class OptionTypes {
    private static final Pattern SOME_HOSTS = Pattern.compile("\\*|[A-Za-z0-9._-]{1,253}(,[A-Za-z0-9._-]{1,253})*");
    /** What follows the scheme is for the storage to read. */
    private static final Pattern SOME_REDIS = Pattern.compile("rediss?(-sentinel|-cluster)?://\\S+");

    private static final int OFF = -1;

    static final ValueType<Integer> PORT =
            ValueType.integer("PORT", OFF, 65535, "a port from 0 to 65535, 0 = a free one, or -1 = off");

    /** What the path of a URL begins with, behind a proxy. */
    static final ValueType<String> BASE_PATH =
            ValueType.text("PATH", "a path that begins and ends with a slash", "/([A-Za-z0-9._~-]+/)*");

    static final ValueType<String> HOSTNAME = ValueType.text(
            "HOST", "a host name or an IP address", "[A-Za-z0-9._-]{1,253}|[0-9A-Fa-f:.]{2,45}(%[A-Za-z0-9]+)?");
    /** In small letters. */
    static final ValueType<Set<String>> HOSTS = ValueType.of(
            "HOST,...",
            "host names with commas in between, or *",
            text -> Optional.of(text)
                    .filter(names -> SOME_HOSTS.matcher(names).matches())
                    .map(names ->
                            Set.copyOf(List.of(names.toLowerCase(Locale.ROOT).split(",")))));

    static final ValueType<TrustedProxies> PROXIES = ValueType.of(
            "CIDR,...", "addresses and networks such as 10.0.0.0/8, with commas in between", TrustedProxies::parse);

    static final ValueType<String> NAME =
            ValueType.text("NAME", "1 to 50 of A-Z a-z 0-9 . _ -", "[A-Za-z0-9._-]{1,50}");
    static final ValueType<String> AUTH = ValueType.oneOf("AUTH", "auto, none or required", "auto", "none", "required");
    static final ValueType<String> LABEL =
            ValueType.text("TEXT", "1 to 40 printable characters", "[\\p{L}\\p{N}\\p{P}\\p{S} ]{1,40}");
    static final ValueType<String> REDIS = new ValueType<>(
            "URI",
            "redis://host:port/db, redis-sentinel://h1,h2#master or redis-cluster://h1,h2; with TLS rediss…",
            text -> Optional.of(text).filter(uri -> SOME_REDIS.matcher(uri).matches()),
            RedisUri::masked,
            List.of());

    static final ValueType<Boolean> BOOLEAN =
            ValueType.oneOf("BOOL", "true or false", "true", "false").map(Boolean::valueOf);
    /** User and password have no place in it. */
    static final ValueType<URI> HTTP = ValueType.text(
                    "URL",
                    "http://host:port or https://host:port, a path may follow",
                    "https?://([A-Za-z0-9.-]+|\\[[0-9A-Fa-f:.]+])(:[0-9]{1,5})?(/[A-Za-z0-9._~/-]*)?")
            .map(URI::create);

    private OptionTypes() {}
}
