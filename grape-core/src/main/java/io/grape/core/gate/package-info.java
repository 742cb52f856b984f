/** Gates: which ready jobs of a tube are held back, dropped or buried, and which new ones are refused. */
@NullMarked
package io.grape.core.gate;

import org.jspecify.annotations.NullMarked;
