/** What is deployed on Kubernetes, and what watches it. */
@NullMarked
package io.grape.e2e.deploy;

import org.jspecify.annotations.NullMarked;
