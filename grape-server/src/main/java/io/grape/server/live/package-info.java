/**
 * What is going on: samples of what passes through this broker, and what is made of all brokers' samples for those who look. Costs
 * nothing for a tube in which nothing happens, and asks for nothing that nobody looks at.
 */
@NullMarked
package io.grape.server.live;

import org.jspecify.annotations.NullMarked;
