/** The protocol of beanstalkd, on the same jobs as every other one. Source: {@code docs/beanstalkd.md}. */
@NullMarked
package io.grape.server.beanstalkd;

import org.jspecify.annotations.NullMarked;
