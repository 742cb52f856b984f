package io.grape.server.config;

import io.grape.command.Option;
import io.grape.command.Words;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Options in the environment: {@code GRAPE_HTTP_PORT=9521}. */
final class EnvironmentSource {

    /**
     * No options: read by the tests, which run in the same shell as brokers do, by {@code user first} and {@code import-grape13},
     * by the command line, and by its commands of {@code consume --exec}.
     */
    private static final Set<String> NOT_OURS = Set.of(
            "GRAPE_TEST_REDIS",
            "GRAPE_TEST_REDIS_IMAGE",
            "GRAPE_ADMIN_PASSWORD",
            "GRAPE_FROM",
            "GRAPE_URL",
            "GRAPE_TOKEN",
            "GRAPE_PROFILE",
            "GRAPE_JOB_ID",
            "GRAPE_TUBE",
            "GRAPE_ATTEMPT",
            "GRAPE_MAX_ATTEMPTS",
            "GRAPE_LEASE",
            "GRAPE_PRIORITY",
            "GRAPE_KEY",
            "GRAPE_LABELS",
            "GRAPE_CONTENT_TYPE",
            "GRAPE_DUE_AT");

    /** What Kubernetes and Docker set in every container when a service of theirs is called grape or grape-something. */
    private static final Pattern LINK =
            Pattern.compile("GRAPE_(\\w+_)?(SERVICE_HOST|SERVICE_PORT(_\\w+)?|PORT_[0-9]+_(TCP|UDP|SCTP)(_\\w+)?)");

    private static final Pattern LINK_PORT = Pattern.compile("GRAPE_(\\w+_)?PORT=(tcp|udp|sctp)://.*");

    private EnvironmentSource() {}

    static List<ParsedOption> read(Map<String, String> environment) {
        return new TreeMap<>(environment)
                .entrySet().stream()
                        .filter(entry -> isOption(entry.getKey(), entry.getValue()))
                        .map(entry -> given(entry.getKey(), entry.getValue()))
                        .toList();
    }

    private static boolean isOption(String name, String value) {
        return name.startsWith(Options.PREFIX)
                && !NOT_OURS.contains(name)
                && !LINK.matcher(name).matches()
                && !LINK_PORT.matcher(name + "=" + value).matches();
    }

    private static ParsedOption given(String name, String value) {
        Option<?> option = Options.find(one -> Options.variable(one).equals(name))
                .orElseThrow(() -> Words.usage(name + ": unknown option in the environment, see --help"));
        return new ParsedOption(option, value, name);
    }
}
