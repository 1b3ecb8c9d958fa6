/** Reads the descriptions of a spec. Specs write each on one line, in a block or in a flow mapping. */

export interface Description {
	readonly text: string;
	/** Line, from 1. */
	readonly line: number;
}

const description = /(?:^|[\s{,])description: (?:"((?:[^"\\]|\\.)*)"|([^"'>|{\s].*))/;

export function descriptionsOf(spec: string): Description[] {
	return spec.split('\n').flatMap((content, index) => {
		const match = description.exec(content);
		return match === null ? [] : [{ text: match[1] ?? plainText(match[2] ?? '', content), line: index + 1 }];
	});
}

/** In a flow mapping, a plain text ends at the next comma or brace. */
function plainText(rest: string, content: string): string {
	return content.trimStart().startsWith('description:') ? rest : rest.replace(/\s*[,}].*$/, '');
}
