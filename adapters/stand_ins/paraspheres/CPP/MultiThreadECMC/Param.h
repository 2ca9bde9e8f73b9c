// Stand-in for the file of ParaSpheres: what the adapter reads of it.
const double benchmark_chain_length = 40;
