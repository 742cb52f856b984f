package io.grape.spring;

import io.grape.client.ProduceInterceptor;

/** An interceptor that tells what is written into an outbox from what a client sends. */
interface OutboxInterceptor extends ProduceInterceptor {
    /** The one for jobs that are written into an outbox. */
    ProduceInterceptor ofOutbox();
}
