package io.grape.spring;

import io.grape.client.Grape;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The health of Spring Boot 4. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
class Boot4HealthConfiguration {
    @Bean
    @ConditionalOnMissingBean(name = "grapeHealthIndicator")
    @ConditionalOnEnabledHealthIndicator("grape")
    HealthIndicator grapeHealthIndicator(Grape grape, ObjectProvider<HandlerWorker> workers) {
        BrokerHealth health = BrokerHealth.of(grape, workers);
        return () -> {
            BrokerHealth.Found found = health.find();
            Health.Builder builder = found.isUp() ? Health.up() : Health.down();
            if (found.failure() != null) {
                builder.withException(found.failure());
            }
            return builder.withDetails(found.details()).build();
        };
    }
}
