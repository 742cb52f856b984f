package io.grape.server;

import io.grape.server.access.Passwords;
import io.grape.server.address.TrustedProxies;
import io.grape.server.config.OptionValues;
import io.grape.server.config.Options;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who may use it, and how.
 *
 * @param required whether callers are asked who they are
 * @param tls null = plain text
 * @param environment what the console shows beside its name
 * @param cost of the hash of a password
 * @param hosts further names by which it may be called on loopback where nobody is asked, * = any
 * @param proxies that are believed when they say where a call comes from
 * @param tubes how many that are there one principal may have made
 */
public record AccessOptions(
        boolean required,
        @Nullable TlsOptions tls,
        @Nullable String environment,
        int cost,
        Set<String> hosts,
        TrustedProxies proxies,
        int tubes) {
    /** Of one principal, where nothing else was asked for. */
    public static final int USUAL_TUBES = 1000;

    public AccessOptions {
        hosts = Set.copyOf(hosts);
    }

    public static final AccessOptions OPEN =
            new AccessOptions(false, null, null, Passwords.USUAL_COST, Set.of(), TrustedProxies.NONE, USUAL_TUBES);

    static AccessOptions of(OptionValues options) {
        return new AccessOptions(
                required(options),
                TlsOptions.of(options),
                options.find(Options.ENVIRONMENT).orElse(null),
                Passwords.USUAL_COST,
                options.find(Options.ALLOWED_HOSTS).orElse(Set.of()),
                options.find(Options.TRUSTED_PROXIES).orElse(TrustedProxies.NONE),
                options.get(Options.MAX_TUBES));
    }

    private static boolean required(OptionValues options) {
        return isRequired(options.get(Options.AUTH), options.get(Options.HOST));
    }

    /** Whether callers are asked, by the two options that say so. */
    public static boolean isRequired(String auth, String host) {
        return auth.equals("required") || (auth.equals("auto") && !isLoopback(host));
    }

    /** By its text: a name that leads here today may lead elsewhere tomorrow. */
    public static boolean isLoopback(String host) {
        return host.equals("localhost") || host.equals("::1") || host.matches("127(\\.[0-9]{1,3}){3}");
    }
}
