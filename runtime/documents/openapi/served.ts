/** All forms of the documents, in one module that is loaded on the first request. */
export { DocumentParts } from './document-parts.ts';
export { mergedV2 } from './foreign-v2.ts';
export { openApiV2InSteps } from './v2.ts';
export { openApiV2Messages, openApiV2ProtobufAccepted, openApiV2ProtobufType } from './v2-protobuf.ts';
export { openApiV3, openApiV3Names } from './v3.ts';
