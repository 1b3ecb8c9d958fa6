export declare class BuildError extends Error {
	readonly status: number;
}
export interface ServerSource {
	readonly vocabulary: string;
	/** Absolute paths of spec roots beside the built-in one. */
	readonly specs: readonly string[];
	readonly before?: () => Promise<void>;
}
export declare function builtServer(source: ServerSource): Promise<string>;
