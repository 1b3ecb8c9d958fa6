/** Configuration files, whose errors name the file and the line. */
import type { Json } from '../model/catalog.ts';
import { NodeLines } from '../yaml/node-lines.ts';
import { ConfigError } from './config-parts.ts';
import { parseYaml } from './yaml.ts';

/** An error whose message names the file. */
class ConfigFileError extends Error {}

/**
 * Parses a file and converts the result with `read`. Rejects with an Error of one sentence: `FILE:LINE: PLACE: problem` for a ConfigError,
 * otherwise `FILE: problem`.
 */
export async function parseConfig<T>(file: string, text: string, read: (root: Json) => T | Promise<T>): Promise<T> {
	const lines = new NodeLines();
	try {
		const root = parseYaml(text, { lines });
		try {
			return await read(root);
		} catch (error) {
			if (!(error instanceof ConfigError)) throw error;
			throw new ConfigFileError(`${file}:${lines.lineAt(root, error.where)}: ${error.message}`, { cause: error });
		}
	} catch (error) {
		if (error instanceof ConfigFileError) throw error;
		throw new ConfigFileError(`${file}: ${(error as Error).message}`, { cause: error });
	}
}
