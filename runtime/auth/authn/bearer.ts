/** The token of an `Authorization: Bearer ...` header; undefined when the header is absent, empty or of another scheme. */
export function bearerToken(header: string | undefined): string | undefined {
	if (header === undefined) return undefined;
	const text = header.trim();
	const space = text.indexOf(' ');
	if (space < 0 || text.slice(0, space).toLowerCase() !== 'bearer') return undefined;
	const token = text.slice(space + 1).trimStart();
	const end = token.indexOf(' ');
	return (end < 0 ? token : token.slice(0, end)) || undefined;
}
