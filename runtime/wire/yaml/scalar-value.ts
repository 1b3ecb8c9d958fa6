/** The value of a scalar: by its tag where it has one that counts, else plain text by its looks and quoted text as it is. */
import type { JsonValue } from '../../model/catalog.ts';
import { plainScalar } from './plain-value.ts';

/** Undefined: a number that JSON cannot say. */
export function scalarValue(text: string, isPlain: boolean, tag: string | undefined): JsonValue | undefined {
	switch (tag) {
		case undefined:
			return isPlain ? plainScalar(text) : text;
		case 'tag:yaml.org,2002:str':
			return text;
		case 'tag:yaml.org,2002:binary':
			return Buffer.from(text.replace(/\s/g, ''), 'base64').toString('utf8');
		case 'tag:yaml.org,2002:int':
		case 'tag:yaml.org,2002:float':
		case 'tag:yaml.org,2002:bool':
		case 'tag:yaml.org,2002:null':
			return plainScalar(text);
		default:
			return isPlain ? plainScalar(text) : text;
	}
}
