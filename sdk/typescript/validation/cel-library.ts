/** CEL library as an import, which bundlers support. Replaces the server's own loader. */
import * as library from '@marcbachmann/cel-js';

export function celLibrary(): typeof library {
	return library;
}
