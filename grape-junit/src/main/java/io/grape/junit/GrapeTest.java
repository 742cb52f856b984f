package io.grape.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives each test a broker of its own, as a parameter of type {@link TestBroker}, and a client of it, as one of type
 * {@link io.grape.client.Grape}; also to the constructor and to what runs before and after each test. A class that asks for one in
 * {@code @BeforeAll} has one broker for all of its tests. All brokers of a run share one embedded Redis, in which each has a
 * namespace of its own.
 */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(GrapeExtension.class)
public @interface GrapeTest {}
