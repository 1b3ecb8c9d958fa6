/** Value of a scalar: a known tag decides; otherwise plain text may be a number or boolean, and quoted text is text. */

import { plainScalar } from './plain-value.ts';
import type { YamlValue } from './value.ts';

/** Returns undefined for a number without a JSON form. */
export function scalarValue(text: string, isPlain: boolean, tag: string | undefined): YamlValue | undefined {
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
