package io.grape.spring;

import io.grape.client.Grape;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the client from what a test declares in its place: a mock, or an implementation that only produces. */
final class ClientInTests {
    private static final Logger LOG = LoggerFactory.getLogger(ClientInTests.class);

    private ClientInTests() {}

    /**
     * Whether nothing can be fetched or relayed with this client. The context of a test starts all the same, without that part.
     *
     * @param part what does not start, for the log
     */
    static boolean replaces(Grape grape, String part) {
        boolean isReplaced = grape.getClass().getName().contains("$MockitoMock$") || !hasCalls(grape);
        if (isReplaced) {
            LOG.info("{} does not start: the Grape bean is a mock or fake grape={}", part, grape.getClass());
        }
        return isReplaced;
    }

    @SuppressWarnings("ConstantValue") // A mock returns null for all that it was not told.
    private static boolean hasCalls(Grape grape) {
        try {
            return grape.async() != null;
        } catch (UnsupportedOperationException e) {
            return false;
        }
    }
}
