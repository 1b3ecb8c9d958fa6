/** The library of expressions, which is loaded when the first one is compiled. Client packages have a file of their own in this one's place. */
import { createRequire } from 'node:module';

export function celLibrary(): typeof import('@marcbachmann/cel-js') {
	// In the bundle `require` is the bundler's, which takes the library in; in development there is none, and Node's finds it.
	if (typeof require === 'function') return require('@marcbachmann/cel-js');
	return createRequire(import.meta.url)('@marcbachmann/cel-js');
}
