package io.grape.spring;

import io.grape.client.ClientEvents;
import io.grape.client.Grape;
import io.grape.client.GrapeBuilder;
import io.grape.client.ProduceInterceptor;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;
import org.springframework.core.env.Environment;

/**
 * The client, and the worker of all {@link GrapeHandler} methods, as {@link GrapeProperties} say. What stands in other libraries is
 * in configurations of its own, so that none of them is needed. The names are those of Spring Boot 3.5, and of 4.
 */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.actuate.autoconfigure.observation.ObservationAutoConfiguration",
            "org.springframework.boot.autoconfigure.jackson.JacksonAutoConfiguration",
            "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
            "org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration"
        })
@EnableConfigurationProperties(GrapeProperties.class)
@ImportRuntimeHints(ClientHints.class)
@Import({
    Jackson3Configuration.class,
    Jackson2Configuration.class,
    MetricsConfiguration.class,
    ObservationConfiguration.class,
    Boot3HealthConfiguration.class,
    Boot4HealthConfiguration.class,
    TransactionConfiguration.class,
    OutboxConfiguration.class
})
public class GrapeAutoConfiguration {
    /** For Spring. */
    public GrapeAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    GrapeConnectionDetails grapeConnectionDetails(GrapeProperties properties) {
        return new ConnectionOfProperties(properties);
    }

    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    Grape grapeClient(
            GrapeProperties properties,
            GrapeConnectionDetails connection,
            GrapeCodecs codecs,
            ObjectProvider<ClientEvents> events,
            ObjectProvider<ProduceInterceptor> interceptors,
            ObjectProvider<GrapeBuilderCustomizer> customizers) {
        return builder(properties, connection, codecs, events, interceptors, customizers)
                .build();
    }

    /** For clients of the application's own, so that they have the mapper of the handlers. */
    @Bean
    @Scope(ConfigurableBeanFactory.SCOPE_PROTOTYPE)
    @ConditionalOnMissingBean
    GrapeBuilder grapeClientBuilder(
            GrapeProperties properties,
            GrapeConnectionDetails connection,
            GrapeCodecs codecs,
            ObjectProvider<ClientEvents> events,
            ObjectProvider<ProduceInterceptor> interceptors,
            ObjectProvider<GrapeBuilderCustomizer> customizers,
            OwnClients own) {
        own.builderUsed();
        return builder(properties, connection, codecs, events, interceptors, customizers);
    }

    @Bean
    @Lazy(false)
    OwnClients grapeOwnClients(ConfigurableListableBeanFactory beans) {
        return new OwnClients(beans);
    }

    private static GrapeBuilder builder(
            GrapeProperties properties,
            GrapeConnectionDetails connection,
            GrapeCodecs codecs,
            ObjectProvider<ClientEvents> events,
            ObjectProvider<ProduceInterceptor> interceptors,
            ObjectProvider<GrapeBuilderCustomizer> customizers) {
        GrapeBuilder builder = BadConfigurationException.named("grape", () -> builder(properties, connection))
                .json(codecs::json);
        List<ClientEvents> listeners = events.orderedStream().toList();
        if (!listeners.isEmpty()) {
            builder.events(listeners.size() == 1 ? listeners.get(0) : new AllEvents(listeners));
        }
        interceptors.orderedStream().forEach(builder::around);
        customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
        return builder;
    }

    private static GrapeBuilder builder(GrapeProperties properties, GrapeConnectionDetails connection) {
        GrapeBuilder builder = Grape.builder().brokers(connection.brokers()).callTimeout(properties.callTimeout());
        String token = connection.token();
        return token == null || token.isEmpty() ? builder : builder.token(token);
    }

    @Bean
    @Lazy(false)
    @ConditionalOnMissingBean
    @ConditionalOnProperty(name = "grape.worker.enabled", matchIfMissing = true)
    HandlerWorker grapeHandlerWorker(
            Grape grape,
            GrapeProperties properties,
            GrapeCodecs codecs,
            ConfigurableListableBeanFactory beans,
            Environment environment) {
        return new HandlerWorker(grape, properties, codecs, beans, ShutdownPhase.of(environment));
    }

    @Bean
    @Lazy(false)
    UnknownProperties grapeUnknownProperties(Environment environment) {
        return new UnknownProperties(environment);
    }

    @Bean
    @ConditionalOnProperty(name = "spring.threads.virtual.enabled", havingValue = "false", matchIfMissing = true)
    PlatformThreads grapePlatformThreads() {
        return new PlatformThreads();
    }
}
