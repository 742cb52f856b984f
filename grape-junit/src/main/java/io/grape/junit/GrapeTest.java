package io.grape.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives each test its own broker, as a parameter of type {@link TestBroker}, and a client of it, as a parameter of type
 * {@link io.grape.client.Grape}. The constructor and the methods before and after each test may have these parameters
 * too. A {@link TestBroker} in {@code @BeforeAll} is a separate one for the whole class. The brokers of a JVM run in a process
 * of their own and share one Redis, each with its own namespace.
 *
 * <p>A test of Spring, such as a {@code @SpringBootTest}, has the broker of its context instead. It is a bean, and its address
 * is the property {@code grape.brokers}.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(GrapeExtension.class)
public @interface GrapeTest {}
