/** The CEL library as an import, which bundlers understand. It replaces the server's own loader. */
import * as library from '@marcbachmann/cel-js';

export function celLibrary(): typeof library {
	return library;
}
