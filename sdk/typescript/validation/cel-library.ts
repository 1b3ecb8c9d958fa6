/** The library of expressions, in the place of the server's own loader: an import, which bundlers understand. */
import * as library from '@marcbachmann/cel-js';

export function celLibrary(): typeof library {
	return library;
}
