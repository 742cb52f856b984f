package io.grape.spring;

import io.micrometer.observation.ObservationRegistry;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Observations in the registry of the application. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(ObservationRegistry.class)
class ObservationConfiguration {
    /** Other interceptors are within its span, unless they ask for the very first place. */
    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE + 100)
    @ConditionalOnBean(ObservationRegistry.class)
    @ConditionalOnMissingBean
    @ConditionalOnProperty(name = "grape.observation.enabled", matchIfMissing = true)
    ObservedJobs grapeObservedJobs(ObservationRegistry registry) {
        return new ObservedJobs(registry);
    }
}
