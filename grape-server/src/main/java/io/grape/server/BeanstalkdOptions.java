package io.grape.server;

import io.grape.core.GrapeException;
import io.grape.server.config.OptionValues;
import io.grape.server.config.Options;
import org.jspecify.annotations.Nullable;

/**
 * Where the protocol of beanstalkd is.
 *
 * @param port 0 = a free one, -1 = there is none
 * @param orElseOff whether none will do where that one is taken
 * @param tls whether it uses the certificate of the HTTP API
 * @param token name or id of the token whose rights its clients have; null = all rights
 */
public record BeanstalkdOptions(
        int port,
        boolean orElseOff,
        String host,
        boolean tls,
        @Nullable String token) {
    /** No such port. */
    public static final BeanstalkdOptions OFF = new BeanstalkdOptions(-1, false, "127.0.0.1", false, null);

    static BeanstalkdOptions of(OptionValues options, AccessOptions access) {
        BeanstalkdOptions given = new BeanstalkdOptions(
                options.get(Options.BEANSTALKD_PORT),
                !options.isGiven(Options.BEANSTALKD_PORT),
                options.get(Options.BEANSTALKD_HOST),
                options.get(Options.BEANSTALKD_TLS),
                options.find(Options.BEANSTALKD_TOKEN).orElse(null));
        given.check(access);
        return given;
    }

    private void check(AccessOptions access) {
        if (tls && access.tls() == null) {
            throw GrapeException.badValue("beanstalkd-tls", "--tls-cert and --tls-key with it", "neither");
        }
        if (token != null && !access.required()) {
            throw GrapeException.badValue(
                    "beanstalkd-token", "--auth required with it, as nobody has rights of his own otherwise", token);
        }
        if (port >= 0 && access.required() && token == null && !AccessOptions.isLoopback(host)) {
            throw GrapeException.badValue(
                    "beanstalkd-host",
                    "a loopback address, or --beanstalkd-token, as this broker asks who calls and the protocol cannot tell",
                    host);
        }
    }
}
