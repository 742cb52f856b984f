package io.grape.spring;

import io.grape.client.Grape;
import io.grape.client.ProduceInterceptor;
import io.grape.outbox.Outbox;
import io.grape.spring.GrapeProperties.OutboxProperties;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.util.unit.DataSize;

/** The outbox, for applications with grape-outbox and a data source. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass({Outbox.class, DataSourceUtils.class})
@ConditionalOnSingleCandidate(DataSource.class)
@ConditionalOnProperty(name = "grape.outbox.enabled", matchIfMissing = true)
class OutboxConfiguration {
    @Bean
    static InnermostTransaction grapeInnermostTransaction() {
        return new InnermostTransaction();
    }

    @Bean
    @ConditionalOnMissingBean
    Outbox grapeOutbox(GrapeProperties properties, GrapeCodecs codecs) {
        OutboxProperties outbox = properties.outbox();
        return BadConfigurationException.named(
                "grape.outbox",
                () -> Outbox.builder()
                        .table(outbox.table())
                        .dedup(outbox.dedup())
                        .maxPayloadBytes(bytes(outbox.maxPayload()))
                        .json(codecs::json)
                        .build());
    }

    private static int bytes(DataSize maxPayload) {
        if (maxPayload.toBytes() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("maxPayload: expected less than 2GB, got " + maxPayload);
        }
        return (int) maxPayload.toBytes();
    }

    @Bean
    @Lazy(false)
    @ConditionalOnMissingBean
    RelayLifecycle grapeRelayLifecycle(GrapeProperties properties, Outbox outbox, DataSource source, Grape grape) {
        return new RelayLifecycle(properties.outbox(), outbox, source, grape);
    }

    @Bean
    @ConditionalOnMissingBean
    TransactionalOutbox grapeTransactionalOutbox(
            Outbox outbox, DataSource source, RelayLifecycle relay, ObjectProvider<ProduceInterceptor> interceptors) {
        List<ProduceInterceptor> all = interceptors
                .orderedStream()
                .map(one -> one instanceof OutboxInterceptor own ? own.ofOutbox() : one)
                .toList();
        return new TransactionalOutbox(outbox, source, relay::wake, all);
    }

    /** Its meters in the registry of the application, which Actuator binds. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterBinder.class)
    static class OutboxMetersConfiguration {
        @Bean
        @ConditionalOnMissingBean
        OutboxMeters grapeOutboxMeters(RelayLifecycle relay) {
            return new OutboxMeters(relay);
        }
    }
}
