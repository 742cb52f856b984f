package io.grape.spring;

import io.grape.client.metrics.MicrometerEvents;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The meters of the client in the registry of the application. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(MeterRegistry.class)
class MetricsConfiguration {
    @Bean
    @ConditionalOnBean(MeterRegistry.class)
    @ConditionalOnMissingBean
    MicrometerEvents grapeMicrometerEvents(MeterRegistry registry) {
        return new MicrometerEvents(registry);
    }
}
