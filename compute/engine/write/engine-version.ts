/** Version of the engine, in metadata.engine_version: raised with every change that can change a result. */
export const ENGINE_VERSION = '1.19.0'
