package io.grape.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.aot.hint.annotation.Reflective;

/**
 * A method of a bean that works on the jobs of a tube: {@code @GrapeHandler("orders") void place(Order order, JobContext
 * job)}.
 *
 * <p>It takes the payload, the {@link io.grape.client.worker.JobContext}, or both. If it returns, the job is finished. If it
 * throws, the job is retried or buried. It may return an {@link io.grape.client.worker.Outcome} to decide. A payload of type
 * {@code String} is text and {@code byte[]} is bytes; all other types are JSON. A {@link io.grape.client.Tube} bean of the same
 * name has another codec.
 *
 * <p>The start fails for a method that is {@code @Async}, and for a private or final method of a bean with a proxy.
 */
@Documented
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Reflective(HandlerHints.class)
public @interface GrapeHandler {
    /** The name of the tube. It may have placeholders: {@code ${shop.tube}}. One tube has one handler. */
    String value();

    /** Failures after which a job is buried at once: {@link io.grape.client.worker.Retry#buryOn}. */
    Class<? extends Throwable>[] buryOn() default {};
}
