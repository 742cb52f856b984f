/**
 * What is measured, and on what: the processes of Redis, brokers and beanstalkd, started in a directory of their own and
 * ended with the bench, and what they say about themselves.
 */
@NullMarked
package io.grape.bench.stage;

import org.jspecify.annotations.NullMarked;
