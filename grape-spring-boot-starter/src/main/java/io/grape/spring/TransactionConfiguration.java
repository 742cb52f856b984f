package io.grape.spring;

import io.grape.client.Grape;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.support.TransactionSynchronization;

/** Produces after a commit, for applications with transactions. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(TransactionSynchronization.class)
class TransactionConfiguration {
    @Bean
    @ConditionalOnMissingBean
    AfterCommit grapeAfterCommit(Grape grape) {
        return new AfterCommit(grape);
    }
}
