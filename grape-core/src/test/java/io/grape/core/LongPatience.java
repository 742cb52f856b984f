package io.grape.core;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** What a test waits for may take its time on a busy machine: how long says nothing. Found by JUnit itself, for all tests. */
public final class LongPatience implements BeforeAllCallback {
    @Override
    public void beforeAll(ExtensionContext context) {
        Awaitility.setDefaultTimeout(Duration.ofMinutes(1));
    }
}
