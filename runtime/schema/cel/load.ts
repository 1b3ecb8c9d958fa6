/** Loads the CEL library when the first expression is compiled. Client packages replace this file with their own. */
import { createRequire } from 'node:module';

export function celLibrary(): typeof import('@marcbachmann/cel-js') {
	// In a bundle, `require` is that of the bundler and includes the library. In development it is absent, and Node's own finds the
	// library.
	if (typeof require === 'function') return require('@marcbachmann/cel-js');
	return createRequire(import.meta.url)('@marcbachmann/cel-js');
}
