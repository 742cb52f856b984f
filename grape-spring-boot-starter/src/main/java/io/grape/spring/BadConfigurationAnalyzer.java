package io.grape.spring;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Puts a bad property or handler into the report of Spring Boot, in place of a stack trace. */
final class BadConfigurationAnalyzer extends AbstractFailureAnalyzer<BadConfigurationException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, BadConfigurationException cause) {
        return new FailureAnalysis(cause.getMessage(), cause.action(), cause);
    }
}
