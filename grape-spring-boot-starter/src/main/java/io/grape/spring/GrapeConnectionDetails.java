package io.grape.spring;

import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;

/** Where the brokers are. A bean of this type wins over {@code grape.brokers} and {@code grape.token}. */
public interface GrapeConnectionDetails extends ConnectionDetails {
    /** The addresses of the brokers, or of a balancer. */
    List<URI> brokers();

    /** The API token; null: none. */
    default @Nullable String token() {
        return null;
    }
}
