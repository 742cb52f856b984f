/** Spring Boot's configuration of the Java client: {@link io.grape.spring.GrapeAutoConfiguration}. See {@code docs/spring.md}. */
@NullMarked
package io.grape.spring;

import org.jspecify.annotations.NullMarked;
